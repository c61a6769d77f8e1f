/** The narrow rail: the screens that the operator's role allows, with the number of open holds. */
import {
  IconChartBar,
  IconCreditCardPay,
  IconHistory,
  IconHourglassHigh,
  IconSettings,
  type Icon,
} from '@tabler/icons-react';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import { useCall } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { later } from '#renderer/ui/later.tsx';
import { screens, useNavigation, type ScreenName } from '#renderer/session/navigation.tsx';
import classes from './rail.module.css';
import { useMayAct, useSession } from '#renderer/session/session.tsx';

const WorkIndicator = later(() => import('#renderer/ui/work/work-indicator.tsx'), 'WorkIndicator');

const icons: Readonly<Record<ScreenName, Icon>> = {
  charge: IconCreditCardPay,
  holds: IconHourglassHigh,
  history: IconHistory,
  reports: IconChartBar,
  settings: IconSettings,
};

/** Lets a long name break after its ninth letter, as in “Preautori-zaciones”. */
const breakable = (name: string): string => name.replace(/^(\S{9})(?=\S{4})/, '$1\u00AD');

export function Rail() {
  const { t } = useText();
  const { route, go } = useNavigation();
  const { operator, merchant } = useSession();
  // One row is enough, because the totals count all holds.
  const holds = useCall(
    'holds',
    'list',
    { show: 'waiting', part: null, text: '', after: null, limit: 1, environment: merchant.merchant.environment },
    { enabled: operator !== null, keepPrevious: true },
  );
  const updateReady = useCall('updates', 'state', undefined, { enabled: operator !== null }).data?.kind === 'ready';
  // Reports cover the payments of every operator.
  const mayReport = useMayAct('back-office');
  const open = holds.data?.totals.open.count ?? 0;
  return (
    <nav className={classes.rail} aria-label={t('nav.label')}>
      {screens.map((screen, index) => {
        if (screen === 'reports' && !mayReport) return null;
        const Shape = icons[screen];
        return (
          <Fragment key={screen}>
            {screen === 'settings' && <WorkIndicator className={classes.item} />}
            <UnstyledButton
              className={classes.item}
              aria-current={route.screen === screen ? 'page' : undefined}
              aria-keyshortcuts={`Control+${index + 1}`}
              onClick={() => go(screen)}
            >
              <span className={classes.icon}>
                <Shape size={22} stroke={1.6} aria-hidden="true" />
                {screen === 'holds' && open > 0 && (
                  <span className={classes.count}>
                    <span aria-hidden="true">{open > 99 ? '99+' : open}</span>
                  </span>
                )}
                {screen === 'settings' && updateReady && <span className={classes.mark} aria-hidden="true" />}
              </span>
              {breakable(t(`nav.${screen}`))}
              {screen === 'settings' && updateReady && <VisuallyHidden>{t('nav.updateReady')}</VisuallyHidden>}
              {screen === 'holds' && open > 0 && <VisuallyHidden>{t('nav.openHolds', { count: open })}</VisuallyHidden>}
            </UnstyledButton>
          </Fragment>
        );
      })}
    </nav>
  );
}
