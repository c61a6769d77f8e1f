/** Starts the page: fonts, styles and languages first, then React. */
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '@mantine/core/styles.layer.css';
import '#renderer/ui/theme/tokens.css';
import '#renderer/ui/theme/not-printed.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { App } from '#renderer/frame/app.tsx';
import type { Language } from '#shared/seat/settings.ts';
import { api } from '#renderer/session/api.ts';
import { firstTextsOf, localeOf, startLanguages } from '#renderer/words/i18n.ts';

// Zod must not compile its checks because the content security policy forbids `eval`.
z.config({ jitless: true });

/** Returns the seat's language, so that no other one is read first; the system's where main does not answer. */
async function seatLanguage(): Promise<Language> {
  const settings = await api.seat.settings(undefined);
  if (settings.ok) return settings.value.language;
  return navigator.language.startsWith('es') ? 'es' : 'en';
}

const language = await seatLanguage();
startLanguages(language, { [language]: await firstTextsOf(language) });
document.documentElement.lang = localeOf[language];

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
