/** The Settings screen: merchants, this seat, its operators, training, the ledger, the key store and the audit trail. */
import { Tabs } from '@mantine/core';
import {
  IconBuildingStore,
  IconDatabase,
  IconDeviceDesktop,
  IconKey,
  IconListCheck,
  IconSchool,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { Screen } from '#renderer/ui/screen.tsx';
import { AuditSection } from '#renderer/features/settings/audit/audit-section.tsx';
import { LedgerSection } from '#renderer/features/settings/ledger/ledger-section.tsx';
import { OperatorsSection } from '#renderer/features/settings/operators/operators-section.tsx';
import { MerchantsSection } from '#renderer/features/settings/merchants/merchants-section.tsx';
import { SeatSection } from '#renderer/features/settings/seat/seat-section.tsx';
import { TrainingSection } from '#renderer/features/settings/training/training-section.tsx';
import { VaultSection } from '#renderer/features/settings/vault/vault-section.tsx';
import classes from './settings.module.css';

const sections = [
  { name: 'merchants', icon: IconBuildingStore, Section: MerchantsSection },
  { name: 'seat', icon: IconDeviceDesktop, Section: SeatSection },
  { name: 'operators', icon: IconUsers, Section: OperatorsSection },
  { name: 'training', icon: IconSchool, Section: TrainingSection },
  { name: 'ledger', icon: IconDatabase, Section: LedgerSection },
  { name: 'vault', icon: IconKey, Section: VaultSection },
  { name: 'audit', icon: IconListCheck, Section: AuditSection },
] as const;

export function SettingsScreen() {
  const { t } = useText();
  const { route } = useNavigation();
  const [section, setSection] = useState<string>(route.section ?? 'merchants');
  // A banner may lead to a section while Settings is already open.
  const [seenVisit, setSeenVisit] = useState(route.visit);
  if (seenVisit !== route.visit) {
    setSeenVisit(route.visit);
    if (route.section !== undefined) setSection(route.section);
  }
  return (
    <Screen title={t('settings:title')}>
      <Tabs
        value={section}
        onChange={(name) => setSection(name ?? 'merchants')}
        orientation="vertical"
        keepMounted={false}
        className={classes.screen}
        classNames={{ tab: classes.sectionTab, tabLabel: classes.sectionLabel, list: classes.sectionList }}
      >
        <Tabs.List aria-label={t('settings:sections.label')}>
          {sections.map(({ name, icon: Icon }) => (
            <Tabs.Tab key={name} value={name} leftSection={<Icon size={18} aria-hidden />}>
              {t(`settings:sections.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {sections.map(({ name, Section }) => (
          <Tabs.Panel key={name} value={name} className={classes.panel}>
            <Section />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Screen>
  );
}
