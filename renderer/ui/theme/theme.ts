/** The Mantine theme: our tokens behind its variables, one accent per environment, inputs 40 px high. */
import { createTheme, type ButtonProps, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import type { Environment } from '#shared/environment.ts';

const teal: MantineColorsTuple = [
  '#e3f5f3',
  '#c8eae6',
  '#97d9d2',
  '#63c7bd',
  '#3db8ac',
  '#1f9f95',
  '#0d7d76',
  '#0b6e69',
  '#085853',
  '#05413e',
];
const violet: MantineColorsTuple = [
  '#efebfb',
  '#ddd4f6',
  '#c2b2ef',
  '#b09bea',
  '#9c82e4',
  '#8262d6',
  '#6e4ac2',
  '#5b34a8',
  '#482887',
  '#351d66',
];
const blue: MantineColorsTuple = [
  '#e8f0fb',
  '#cfdff6',
  '#a8c6ef',
  '#86b6f5',
  '#6fa4ec',
  '#4685da',
  '#2d6cc4',
  '#1e5aae',
  '#17488c',
  '#10356a',
];
/** Darker than Mantine's red, on which white text misses the contrast of WCAG 1.4.3. */
const red: MantineColorsTuple = [
  '#fff1f0',
  '#ffe0de',
  '#fbb9b4',
  '#f48e87',
  '#e8665f',
  '#d8453f',
  '#c4302b',
  '#ad2521',
  '#8c1c19',
  '#6b1412',
];

const gray: MantineColorsTuple = [
  '#f5f6f7',
  '#eef0f2',
  '#e9ecef',
  '#dde1e5',
  '#c9cfd5',
  '#a4adb6',
  '#7d8893',
  '#47525d',
  '#2b343d',
  '#14191f',
];
const dark: MantineColorsTuple = [
  '#e9ecef',
  '#b3bcc5',
  '#929da8',
  '#6c7782',
  '#3a434b',
  '#2a3138',
  '#22282e',
  '#171b1f',
  '#101316',
  '#0c0f11',
];

const accentOf: Readonly<Record<Environment, MantineColorsTuple>> = { training: teal, test: violet, production: blue };

const build = (environment: Environment) =>
  createTheme({
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
    headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '600' },
    colors: { accent: accentOf[environment], red, gray, dark },
    primaryColor: 'accent',
    // Dark enough for white text, light enough to stand out from the dark surface.
    primaryShade: { light: 7, dark: 6 },
    defaultRadius: 'var(--radius)',
    fontSizes: {
      xs: 'var(--font-small)',
      sm: 'var(--font-body)',
      md: 'var(--font-body)',
      lg: 'var(--font-body)',
      xl: 'var(--font-hero)',
    },
    spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
    focusRing: 'auto',
    respectReducedMotion: true,
    cursorType: 'pointer',
    components: {
      Input: {
        defaultProps: { size: 'md' },
        vars: () => ({ wrapper: { '--input-height': '40px' } }),
      },
      // Inside the screen's landmark, and beside its button in the order of the document.
      Menu: { defaultProps: { withinPortal: false } },
      // Nothing is filled in from what somebody typed before.
      TextInput: { defaultProps: { autoComplete: 'off' } },
      Autocomplete: { defaultProps: { autoComplete: 'off' } },
      // The button that shows what is typed is for the mouse alone, and Mantine names it in English.
      PasswordInput: { defaultProps: { autoComplete: 'off', visibilityToggleButtonProps: { 'aria-hidden': true } } },
      Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 0 } } },
      // The page never scrolls, and Mantine's scroll lock would add a style without the nonce.
      Modal: {
        defaultProps: {
          lockScroll: false,
          // The head of a dialog is no banner of the page.
          attributes: { header: { role: 'presentation' } },
          transitionProps: { duration: 100 },
          overlayProps: { backgroundOpacity: 0.45 },
        },
      },
      // The step that a screen leads to says that it is filled.
      Button: {
        defaultProps: { size: 'md', variant: 'default' },
        vars: (_theme: unknown, props: ButtonProps) => ({
          root: props.size?.startsWith('compact') ? {} : { '--button-height': '40px' },
        }),
      },
    },
  });

/** One theme per environment, so that every primary button carries its tint. */
export const themeOf: Readonly<Record<Environment, ReturnType<typeof build>>> = {
  training: build('training'),
  test: build('test'),
  production: build('production'),
};

const mapped = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-faint)',
  '--mantine-color-anchor': 'var(--focus)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--field-line)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--ink-faint)',
  '--mantine-color-disabled-border': 'var(--hairline)',
  '--mantine-color-error': 'var(--declined)',
} as const;

/** Maps Mantine's variables to our colours, so that its components need no restyling. */
export const mapVariables: CSSVariablesResolver = () => ({ variables: {}, light: mapped, dark: mapped });
