/** Starts the page: fonts, styles and languages first, then React. */
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '#renderer/ui/theme/mantine.css';
import '#renderer/ui/theme/tokens.css';
import '#renderer/ui/theme/not-printed.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { App } from '#renderer/frame/app.tsx';
import { startLiveData } from '#renderer/frame/live-data.tsx';
import { askAhead } from '#renderer/session/session.tsx';
import { watchTyping } from '#renderer/ui/typing.ts';
import { languageOf, languages } from '#shared/languages.ts';
import { firstTextsOf, startLanguages } from '#renderer/words/i18n.ts';

// Zod must not compile its checks because the content security policy forbids `eval`.
z.config({ jitless: true });

// Main answers while the page makes its first picture.
const client = startLiveData();
askAhead(client);
// Main wrote the seat's language into the page, so that nothing waits for its answers before the first paint.
const language = languageOf(document.documentElement.lang);
startLanguages(language, { [language]: await firstTextsOf(language) });
document.documentElement.lang = languages[language].tag;

watchTyping();
const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
createRoot(root).render(
  <StrictMode>
    <App client={client} />
  </StrictMode>,
);
