/** Acts of the seat by a key, from the band or the palette. Nothing beside them can say that one failed, so a banner does. */
import { useMutation, useMutationState, type QueryClient } from '@tanstack/react-query';
import type { CallName, Input } from '#shared/contract/contract.ts';
import type { Failure } from '#shared/failure.ts';
import { actionOptions, type CallFailed } from './api.ts';

type FrameAct = 'save' | 'lock' | 'signOut';

const key = ['frame'] as const;

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

export interface FailedFrameAct {
  readonly name: FrameAct;
  readonly failure: Failure;
}

/** Returns the acts that failed when they were tried last. */
export function useFailedActs(): readonly FailedFrameAct[] {
  const tried = useMutationState({
    filters: { mutationKey: key },
    select: ({ options, state }) => ({ name: options.mutationKey?.[1] as FrameAct, error: state.error }),
  });
  return [...new Map(tried.map(({ name, error }) => [name, error]))].flatMap(([name, error]) =>
    error === null ? [] : { name, failure: (error as CallFailed).failure },
  );
}

/** Forgets that an act failed. */
export const forgetFailure = (client: QueryClient, name: FrameAct): void => {
  const acts = client.getMutationCache();
  for (const act of acts.findAll({ mutationKey: [...key, name], status: 'error' })) acts.remove(act);
};

export const forgetActs = (client: QueryClient): void => {
  const acts = client.getMutationCache();
  for (const act of acts.findAll({ mutationKey: key })) acts.remove(act);
};
