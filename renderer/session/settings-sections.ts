/** Sections of Settings in which an operator may do something. The others are neither shown nor offered. */
import { useCall } from './api.ts';
import { settingsSections, type SettingsSection } from './navigation.tsx';
import { useMayAct, useSession } from './session.tsx';

/** Returns the sections in their order. Below supervisor: what is personal, and what their role can do at this moment. */
export function useSettingsSections(): readonly SettingsSection[] {
  const { merchant } = useSession();
  const mayChangeAll = useMayAct('supervisor');
  const severalMerchants = (useCall('merchants', 'list', undefined).data ?? []).length > 1;
  if (mayChangeAll) return settingsSections;
  const useful: Partial<Readonly<Record<SettingsSection, boolean>>> = {
    // To change to another one.
    merchants: severalMerchants,
    seat: true,
    operators: true,
    training: merchant.merchant.environment === 'training',
  };
  return settingsSections.filter((section) => useful[section] === true);
}
