/** The Settings screen: merchants, this seat, its operators, training, the ledger and the key store. */
import { Tabs } from '@mantine/core';
import {
  IconBuildingStore,
  IconDatabase,
  IconDeviceDesktop,
  IconKey,
  IconSchool,
  IconUsers,
} from '@tabler/icons-react';
import { useText } from '#renderer/words/i18n.ts';
import { Screen } from '#renderer/ui/screen.tsx';
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
] as const;

export function SettingsScreen() {
  const { t } = useText();
  return (
    <Screen title={t('settings:title')}>
      <Tabs
        defaultValue="merchants"
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
