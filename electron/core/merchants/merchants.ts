/** Profiles: stored without secrets, one of them active; the built-in training profile is the first. */
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import {
  profileSecretsSchema,
  trainingProfileId,
  type Profile,
  type ProfileSecrets,
  type ProfileSecretsChange,
  type ProfileView,
} from '#shared/seat/merchant.ts';
import type { Merchants } from './merchant-in-use.ts';
import type { Emit, ProfileStore, StoredProfiles, Vault } from '#electron/core/ports.ts';
import { profileIdFor } from './merchant-id.ts';
import { trainingMerchant, type TrainingOrigin } from './training-merchant.ts';

export interface ProfileChange {
  readonly profile: Profile;
  readonly secrets: ProfileSecretsChange;
}

export interface Profiles extends Merchants {
  activeView(): Promise<ProfileView>;
  /** The training profile first, then by name. */
  list(): Promise<readonly ProfileView[]>;
  save(change: ProfileChange): Promise<Result<ProfileView>>;
  /** As `save`, for what was keyed in Settings: a new profile gets the id that other seats give it too. */
  saveKeyed(change: ProfileChange): Promise<Result<ProfileView>>;
  /** Removes the profile and its secrets; training takes over when it was active. */
  remove(profileId: string): Promise<Result<void>>;
  activate(profileId: string): Promise<Result<ProfileView>>;
  /** Somebody has confirmed which field carries the AUTH_TOKEN; refused when it is not the field that they were shown. */
  confirmCaptureField(profileId: string, field: string): Promise<Result<ProfileView>>;
  /** Where a damaged file of profiles was kept; null when there was none. */
  readonly keptFile: string | null;
}

export interface ProfilesParts {
  readonly store: ProfileStore;
  readonly vault: Pick<Vault, 'secretsOf' | 'saveSecrets' | 'removeSecrets'>;
  readonly training: TrainingOrigin;
  readonly emit: Emit;
}

export function createProfiles({ store, vault, training, emit }: ProfilesParts): Profiles {
  const builtIn = trainingMerchant(training);
  let stored: StoredProfiles = store.read() ?? { profiles: [], activeId: trainingProfileId };

  const find = (profileId: string): Profile | undefined =>
    profileId === trainingProfileId ? builtIn.profile : stored.profiles.find((profile) => profile.id === profileId);
  // A file written by hand may name a profile that is gone: training is the harmless one.
  const active = (): Profile => find(stored.activeId) ?? builtIn.profile;

  function write(next: StoredProfiles): Failure | null {
    try {
      store.write(next);
    } catch (error) {
      return { kind: 'file', detail: error instanceof Error ? error.message : String(error) };
    }
    stored = next;
    emit('session.changed', {});
    return null;
  }

  async function view(profile: Profile): Promise<ProfileView> {
    const isBuiltIn = profile.id === trainingProfileId;
    const secrets = isBuiltIn ? ok(builtIn.secrets) : await vault.secretsOf(profile.id);
    const known = secrets.ok ? secrets.value : null;
    return {
      profile,
      active: profile.id === active().id,
      has: {
        cclw: known !== null,
        apiKey: known !== null && known.apiKey !== null,
        clientCertificate: known !== null && known.clientCertificate !== null,
      },
      builtIn: isBuiltIn,
    };
  }

  /** Writes the changed secrets; the ones before them, so that they can be put back. */
  async function saveSecrets(
    profileId: string,
    change: ProfileSecretsChange,
  ): Promise<Result<{ readonly before: ProfileSecrets | null } | null>> {
    if (Object.values(change).every((value) => value === undefined)) return ok(null);
    const before = await vault.secretsOf(profileId);
    // All of them are keyed anew: what could not be opened is not needed.
    const replaced = change.cclw !== undefined && change.apiKey !== undefined && change.clientCertificate !== undefined;
    if (!before.ok && !replaced) return before;
    const known = before.ok ? before.value : null;
    const parsed = profileSecretsSchema.safeParse({ apiKey: null, clientCertificate: null, ...known, ...change });
    if (!parsed.success) return failed({ kind: 'profile-incomplete', missing: ['cclw'] });
    const saved = await vault.saveSecrets(profileId, parsed.data);
    return saved.ok ? ok({ before: known }) : saved;
  }

  function objection({ id, name, environment }: Profile): Failure | null {
    if (id === trainingProfileId) return { kind: 'invalid', issues: [{ path: 'profile.id', code: 'built-in' }] };
    if (environment === 'training') {
      return { kind: 'invalid', issues: [{ path: 'profile.environment', code: 'built-in' }] };
    }
    const same = (other: Profile) => other.id !== id && other.name.toLowerCase() === name.toLowerCase();
    return [builtIn.profile, ...stored.profiles].some(same) ? { kind: 'name-taken' } : null;
  }

  async function put(profile: Profile): Promise<Result<ProfileView>> {
    const others = stored.profiles.filter((other) => other.id !== profile.id);
    const failure = write({ ...stored, profiles: [...others, profile] });
    return failure === null ? ok(await view(profile)) : failed(failure);
  }

  /** A profile that was renamed since may have the id that its former name gives: the new one keeps its own then. */
  function sharedId(profile: Profile): Profile {
    const id = profileIdFor(profile);
    return find(profile.id) === undefined && find(id) === undefined ? { ...profile, id } : profile;
  }

  async function save({ profile, secrets }: ProfileChange): Promise<Result<ProfileView>> {
    const refused = objection(profile);
    if (refused !== null) return failed(refused);
    const changed = await saveSecrets(profile.id, secrets);
    if (!changed.ok) return changed;
    const saved = await put(stillConfirmed(profile, find(profile.id)));
    // Half a change would pair the old address with the new keys.
    if (!saved.ok && changed.value !== null) {
      const { before } = changed.value;
      await (before === null ? vault.removeSecrets(profile.id) : vault.saveSecrets(profile.id, before));
    }
    return saved;
  }

  return {
    keptFile: store.keptFile,
    active,
    async of(profileId) {
      const profile = find(profileId);
      if (profile === undefined) return failed({ kind: 'not-found' });
      if (profile.id === trainingProfileId) return ok(builtIn);
      const secrets = await vault.secretsOf(profileId);
      if (!secrets.ok) return secrets;
      if (secrets.value === null) return failed({ kind: 'profile-incomplete', missing: ['cclw'] });
      return ok({ profile, secrets: secrets.value });
    },
    activeView: () => view(active()),
    list() {
      const named = [...stored.profiles].sort((one, other) => one.name.localeCompare(other.name));
      return Promise.all([builtIn.profile, ...named].map(view));
    },
    save,
    saveKeyed: ({ profile, secrets }) => save({ profile: sharedId(profile), secrets }),
    async remove(profileId) {
      if (profileId === trainingProfileId || find(profileId) === undefined) return failed({ kind: 'not-found' });
      const activeId = stored.activeId === profileId ? trainingProfileId : stored.activeId;
      const failure = write({ activeId, profiles: stored.profiles.filter((profile) => profile.id !== profileId) });
      return failure === null ? vault.removeSecrets(profileId) : failed(failure);
    },
    async activate(profileId) {
      const profile = find(profileId);
      if (profile === undefined) return failed({ kind: 'not-found' });
      const failure = write({ ...stored, activeId: profileId });
      return failure === null ? ok(await view(profile)) : failed(failure);
    },
    async confirmCaptureField(profileId, field) {
      const profile = stored.profiles.find((candidate) => candidate.id === profileId);
      if (profile === undefined) return failed({ kind: 'not-found' });
      if (profile.captureTokenField !== field) return failed({ kind: 'profile-changed' });
      return put({ ...profile, captureTokenFieldConfirmed: true });
    },
  };
}

/** The confirmation was given for one field: another one has to be confirmed anew. */
function stillConfirmed(profile: Profile, before: Profile | undefined): Profile {
  const other = before?.captureTokenFieldConfirmed === true && before.captureTokenField !== profile.captureTokenField;
  return other ? { ...profile, captureTokenFieldConfirmed: false } : profile;
}
