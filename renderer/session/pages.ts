/** Reads lists page by page: keyset paging over the bridge, every page kept until the list changes. */
import { keepPreviousData, useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import type { Result } from '#shared/failure.ts';
import { CallFailed } from './api.ts';

export interface Pages<Page> {
  readonly pages: readonly Page[];
  /** True until the first page has been read. */
  readonly loading: boolean;
  /** The pages belong to the previous search. */
  readonly stale: boolean;
  /** They are being read again, or further ones are. */
  readonly reading: boolean;
  readonly issue: CallFailed | null;
  readonly more: boolean;
  /** Reads the next page, unless one is being read. */
  readonly readOn: () => void;
  /** Reads the page before the first, unless one is being read. Undefined when there is none. */
  readonly readBack: (() => void) | undefined;
  /** Place among the pages of the one that was read first. */
  readonly origin: number;
  readonly again: () => void;
  /** Reads on until there is enough or no more, and returns every page read. */
  readonly readUntil: (enough: (pages: readonly Page[]) => boolean) => Promise<readonly Page[]>;
}

/** One list for all renders without data, so that what is computed from it stays. */
const noPages: readonly never[] = [];

/**
 * @param key starts with the call's group, so that the ledger's events refetch it
 * @param cursorOf returns where the next page starts; null after the last page
 * @param cursorBefore returns where the page before the first one starts; null when there is none
 */
export function usePages<Page, Cursor>(
  key: QueryKey,
  ask: (after: Cursor | null) => Promise<Result<Page>>,
  cursorOf: (page: Page) => Cursor | null,
  cursorBefore: (page: Page) => Cursor | null = () => null,
): Pages<Page> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam }) => {
      const result = await ask(pageParam as Cursor | null);
      if (result.ok) return result.value;
      throw new CallFailed(result.failure);
    },
    initialPageParam: null as Cursor | null,
    getNextPageParam: cursorOf,
    getPreviousPageParam: cursorBefore,
    placeholderData: keepPreviousData,
  });
  return {
    pages: query.data?.pages ?? noPages,
    loading: query.isPending,
    stale: query.isPlaceholderData,
    reading: query.isFetching,
    issue: query.error instanceof CallFailed ? query.error : null,
    more: query.hasNextPage,
    readOn: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    readBack: query.hasPreviousPage
      ? () => {
          if (!query.isFetching) void query.fetchPreviousPage();
        }
      : undefined,
    origin: Math.max(0, query.data?.pageParams.indexOf(null) ?? 0),
    again: () => void query.refetch(),
    readUntil: async (enough) => {
      // A read of all pages that is under way is waited for, not started over.
      const readPage = () => query.fetchNextPage({ cancelRefetch: false });
      let result = await readPage();
      while (result.hasNextPage && !result.isError && !enough(result.data?.pages ?? [])) {
        result = await readPage();
      }
      return result.data?.pages ?? [];
    },
  };
}
