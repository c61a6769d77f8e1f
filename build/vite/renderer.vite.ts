/** Builds the screens and serves them with hot reload for `npm run dev`. */
import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin } from 'vite';
import { dist, root } from '#build/paths.ts';

/** Leaves out the faces of alphabets that no screen is written in, because each ships its file. Others fall to the system's. */
const latinFonts: Plugin = {
  name: 'latin-fonts',
  enforce: 'pre',
  transform: (code, id) =>
    /@fontsource-variable\/.*\.css$/.test(id)
      ? code.replace(/\/\* (\S+) \*\/\s*@font-face \{[^}]*\}/g, (face, name: string) =>
          name.includes('-latin-') ? face : '',
        )
      : null,
};

/** Leaves out JSON Schemas, which zod can write for each of its own. Nothing asks for one, and they are 5 kB of the first load. */
const noJsonSchemas: Plugin = {
  name: 'no-json-schemas',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('zod/v4/classic/schemas.js')
      ? code
          .replace(/^ *inst\._zod\.processJSONSchema = .*;$/gm, '')
          .replace(/create\w*JSONSchemaMethod\(.*?\)(?=[,;(])/g, '(() => undefined)')
      : null,
};

/** Name of the file with the first texts of a language. It has no hash, because main fills the language in. */
const firstTextsFile = (language: string): string => `assets/first-${language}.js`;

/** Matches the module of the first texts of a language. */
const firstTextsModule = /locales\/(\w+)\/first\.ts$/;

/** Lets the page read the first texts of its language beside its script and not after it. */
const firstTexts: Plugin = {
  name: 'first-texts',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'link', attrs: { rel: 'modulepreload', href: `/${firstTextsFile('__LANGUAGE__')}` }, injectTo: 'head' },
  ],
};

export const rendererConfig: InlineConfig = {
  root: path.join(root, 'renderer'),
  configFile: false,
  cacheDir: path.join(root, '.cache/vite'),
  plugins: [react(), latinFonts, noJsonSchemas, firstTexts],
  // The page imports from the folders beside its own, and the guide from the documents.
  server: { host: '127.0.0.1', strictPort: false, fs: { allow: [root] } },
  build: {
    target: 'chrome150',
    outDir: path.join(dist, 'renderer'),
    emptyOutDir: true,
    // The content security policy allows no `data:` scripts and styles, and fonts are cached better as files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Puts what the first screen needs into one file. It compresses better than many.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] },
        chunkFileNames({ facadeModuleId }) {
          const [, language] = firstTextsModule.exec(facadeModuleId ?? '') ?? [];
          return language === undefined ? 'assets/[name]-[hash].js' : firstTextsFile(language);
        },
      },
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
  },
};
