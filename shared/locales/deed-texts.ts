/** Texts that the sentences of the audit trail are made of, and the labels of the settings that they name. */
import { merchantSettingNames, type MerchantSecrets, type MerchantSettingName } from '#shared/seat/merchant.ts';
import { seatChoiceNames, type SeatChoiceName } from '#shared/seat/settings.ts';
import type { en } from './en.ts';
import type { TextKeys } from './text-keys.ts';

type Named<Space extends 'audit' | 'common' | 'outcomes', Text> = `${Space}:${TextKeys<Text>}`;

type DeedKey =
  | Named<'audit', Pick<(typeof en)['audit'], 'act' | 'deed' | 'group'>>
  | Named<'common', Pick<(typeof en)['common'], 'role' | 'nav'>>
  | Named<'outcomes', Pick<(typeof en)['outcomes'], 'state'>>
  | LabelKey;

type LabelKey =
  | `settings:fields.${TextKeys<(typeof en)['settings']['fields']>}`
  | 'settings:groups.customFields'
  | 'settings:seat.name'
  | `settings:seat.choices.${SeatChoiceName}.label`;

/** Language and formats of the sentences. Amounts are minor units, instants UTC. */
export interface DeedWords {
  readonly t: (key: DeedKey, values?: Readonly<Record<string, string | number>>) => string;
  readonly figure: (amount: number) => string;
  readonly day: (instant: string) => string;
  readonly moment: (instant: string) => string;
}

/** Settings of a merchant whose labels are not `settings:fields.NAME`. */
const otherLabels = {
  families: ['settings:fields.authorizeFamily', 'settings:fields.sellFamily'],
  customFields: ['settings:groups.customFields'],
} as const satisfies Readonly<Record<string, readonly LabelKey[]>>;

const identity = ['name', 'environment', 'baseUrl'] as const;
const secretNames = ['cclw', 'apiKey', 'clientCertificate'] as const satisfies readonly (keyof MerchantSecrets)[];
type Labelled = Exclude<MerchantSettingName, keyof typeof otherLabels> | (typeof identity | typeof secretNames)[number];
const labelOf = (name: Labelled): LabelKey => `settings:fields.${name}`;

const merchantLabels: Readonly<Record<string, readonly LabelKey[]>> = {
  ...Object.fromEntries(
    [...merchantSettingNames, ...identity, ...secretNames].map((name) => [name, [labelOf(name as Labelled)]]),
  ),
  ...otherLabels,
};

const seatLabels: Readonly<Record<string, readonly LabelKey[]>> = {
  seat: ['settings:seat.name'],
  ...Object.fromEntries(seatChoiceNames.map((name) => [name, [`settings:seat.choices.${name}.label` as const]])),
};

/** Lists settings by their labels on the screen. A setting of a newer version keeps its name. */
export function labelled({ t }: Pick<DeedWords, 't'>, of: 'merchant' | 'seat', names: readonly string[]): string {
  const labels = of === 'merchant' ? merchantLabels : seatLabels;
  return names
    .flatMap((name) => (Object.hasOwn(labels, name) ? (labels[name] ?? []).map((key) => t(key)) : [name]))
    .map((text) => t('audit:deed.quoted', { text }))
    .join(', ');
}
