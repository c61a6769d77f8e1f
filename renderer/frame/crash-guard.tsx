/** Confines a bug to its screen, and says what it means for the money. */
import { Component, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { EmptyState } from '#renderer/ui/list/empty-state.tsx';
import { useText } from '#renderer/words/i18n.ts';

interface Props {
  readonly children: ReactNode;
}

export class CrashGuard extends Component<Props, { readonly crashed: boolean }> {
  override readonly state = { crashed: false };

  static getDerivedStateFromError(): { readonly crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return <Crashed onReload={() => this.setState({ crashed: false })} />;
  }
}

function Crashed({ onReload }: { readonly onReload: () => void }) {
  const { t } = useText();
  return (
    <div role="alert">
      <EmptyState title={t('crash.title')} action={<Button onClick={onReload}>{t('crash.reload')}</Button>}>
        {t('crash.body')}
      </EmptyState>
    </div>
  );
}
