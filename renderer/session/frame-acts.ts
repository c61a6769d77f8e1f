/** Acts whose failure a banner reports: those by a key, from the band or the palette, and those whose dialog is gone. */
import { useMutation, useMutationState, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import type { CallName, Input } from '#shared/contract/contract.ts';
import type { Failure } from '#shared/failure.ts';
import type { PaperDocument } from '#shared/paper/paper-documents.ts';
import { actionOptions, type CallFailed } from './api.ts';

type FrameAct = 'save' | 'lock' | 'signOut' | 'print' | 'savePdf';

const key = ['frame'] as const;
type ActKey = readonly [...typeof key, name: FrameAct, place?: string, document?: PaperDocument['kind']];

/** Returns the act. It resolves with whether it was done. */
export function useFrameAct<Group extends 'seat' | 'session', Name extends CallName<Group> & FrameAct>(
  group: Group,
  name: Name,
): (input: Input<Group, Name>) => Promise<boolean> {
  const { mutateAsync } = useMutation({
    ...actionOptions(group, name),
    mutationKey: [...key, name],
    gcTime: Infinity,
  });
  return (input) =>
    mutateAsync({ input }).then(
      () => true,
      () => false,
    );
}

const places = new Set<string>();

/** Returns the options of an act whose failure is said in its place, and by a banner if that is gone before it comes. */
export function useActHere(name: 'print' | 'savePdf', document: PaperDocument['kind']) {
  const client = useQueryClient();
  const place = useId();
  useEffect(() => {
    places.add(place);
    return () => {
      places.delete(place);
      forgetFailure(client, [...key, name, place, document]);
    };
  }, [client, name, place, document]);
  return { mutationKey: [...key, name, place, document] as const, gcTime: Infinity };
}

export interface FailedFrameAct {
  readonly key: ActKey;
  readonly failure: Failure;
}

/** Returns the acts that failed when they were tried last, and whose place doesn't say it. */
export function useFailedActs(): readonly FailedFrameAct[] {
  const tried = useMutationState({
    filters: { mutationKey: key },
    select: ({ options, state }) => ({ key: options.mutationKey as ActKey, error: state.error }),
  });
  const last = new Map(tried.map((act) => [act.key.join(), act]));
  return [...last.values()].flatMap(({ key: ofAct, error }) =>
    error === null || places.has(ofAct[2] ?? '') ? [] : { key: ofAct, failure: (error as CallFailed).failure },
  );
}

export const forgetFailure = (client: QueryClient, mutationKey: ActKey): void => {
  const acts = client.getMutationCache();
  for (const act of acts.findAll({ mutationKey, exact: true, status: 'error' })) acts.remove(act);
};

export const forgetUnsaved = (client: QueryClient): void => forgetFailure(client, [...key, 'save']);

export const forgetActs = (client: QueryClient): void => {
  const acts = client.getMutationCache();
  for (const act of acts.findAll({ mutationKey: key })) acts.remove(act);
};
