/** The role of an operator, with the rights of each role. */
import { Radio, Stack } from '@mantine/core';
import { roles, type Role } from '#shared/seat/role.ts';
import { useText } from '#renderer/words/i18n.ts';

export function RoleField({ value, onChange }: { readonly value: Role; readonly onChange: (role: Role) => void }) {
  const { t } = useText();
  return (
    <Radio.Group
      label={t('settings:operators.role')}
      value={value}
      onChange={(chosen) => {
        const role = roles.find((known) => known === chosen);
        if (role !== undefined) onChange(role);
      }}
    >
      <Stack gap={8} pt={4}>
        {roles.map((role) => (
          <Radio
            key={role}
            value={role}
            label={t(`role.${role}`)}
            description={t(`settings:operators.roles.${role}`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
