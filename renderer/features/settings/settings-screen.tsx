/** The Settings screen: merchants, this seat, its operators, training, the ledger and the audit trail. */
import { Tabs } from '@mantine/core';
import {
  IconBuildingStore,
  IconDatabase,
  IconDeviceDesktop,
  IconListCheck,
  IconSchool,
  IconUsers,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useNavigation, type SettingsSection, useSettingsSections } from '#renderer/session/navigation.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { isFocusFree, useFocusOverLock } from '#renderer/ui/dialog-keys.ts';
import { Screen, useOnePage } from '#renderer/ui/screen.tsx';
import { AuditSection } from '#renderer/features/settings/audit/audit-section.tsx';
import { LedgerSection } from '#renderer/features/settings/ledger/ledger-section.tsx';
import { OperatorsSection } from '#renderer/features/settings/operators/operators-section.tsx';
import { MerchantsSection } from '#renderer/features/settings/merchants/merchants-section.tsx';
import { SeatSection } from '#renderer/features/settings/seat/seat-section.tsx';
import { TrainingSection } from '#renderer/features/settings/training/training-section.tsx';
import classes from './settings.module.css';

const contents = {
  merchants: { icon: IconBuildingStore, Section: MerchantsSection },
  seat: { icon: IconDeviceDesktop, Section: SeatSection },
  operators: { icon: IconUsers, Section: OperatorsSection },
  training: { icon: IconSchool, Section: TrainingSection },
  ledger: { icon: IconDatabase, Section: LedgerSection },
  audit: { icon: IconListCheck, Section: AuditSection },
} as const satisfies Readonly<Record<SettingsSection, unknown>>;

export function SettingsScreen() {
  const { t } = useText();
  const { route, openSettings } = useNavigation();
  const chosen = route.section;
  const onePage = useOnePage();
  const sections = useSettingsSections();
  const mayChangeAll = useMayAct('supervisor');
  const shown = sections.find((name) => name === chosen) ?? sections[0] ?? 'seat';
  const list = useRef<HTMLDivElement>(null);
  useFocusOverLock();
  // The arrow keys go through the sections at once.
  useEffect(() => {
    if (isFocusFree()) list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }, []);
  return (
    <Screen title={t('nav.settings')}>
      <Tabs
        value={shown}
        onChange={(name) => openSettings(sections.find((known) => known === name) ?? shown)}
        orientation={onePage ? 'horizontal' : 'vertical'}
        keepMounted={false}
        className={classes.screen}
        classNames={{ tab: classes.sectionTab, tabLabel: classes.sectionLabel, list: classes.sectionList }}
      >
        <Tabs.List ref={list} aria-label={t('settings:sections.label')}>
          {sections.map((name) => {
            const Icon = contents[name].icon;
            return (
              <Tabs.Tab key={name} value={name} leftSection={<Icon size={18} aria-hidden />}>
                {t(mayChangeAll || name !== 'operators' ? `settings:sections.${name}` : 'settings:operators.own')}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        {sections.map((name) => {
          const { Section } = contents[name];
          return (
            <Tabs.Panel key={name} value={name} className={classes.panel}>
              {chosen !== undefined && chosen !== shown && <p role="status">{t('settings:elsewhereOnly')}</p>}
              <Section />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Screen>
  );
}
