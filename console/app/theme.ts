import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const ink: MantineColorsTuple = [
  '#eef1ff',
  '#dce1fb',
  '#b6c0f2',
  '#8d9dea',
  '#6b7fe3',
  '#5469de',
  '#3b4fd8',
  '#3243bd',
  '#2b3ba9',
  '#213094',
]

const gray: MantineColorsTuple = [
  '#f8f9fb',
  '#f1f3f6',
  '#e6e9ee',
  '#d8dce3',
  '#bcc2cd',
  '#969eac',
  '#646c7a',
  '#4a515d',
  '#31363f',
  '#1c2026',
]

const dark: MantineColorsTuple = [
  '#d5d9e0',
  '#b4bac5',
  '#9aa2af',
  '#6c7480',
  '#3d444f',
  '#2f353f',
  '#262b33',
  '#1b1f26',
  '#15181e',
  '#0f1216',
]

/** `global.css` scrolls the list itself. A scroll area inside of a list cannot be reached with the keyboard. */
const plainList = { withScrollArea: false }

/** `close` is the name of the buttons that close a dialog or a message. */
export const themeWith = ({ close }: { close: string }) =>
  createTheme({
    primaryColor: 'ink',
    primaryShade: { light: 6, dark: 6 },
    colors: { ink, gray, dark },
    autoContrast: true,
    respectReducedMotion: true,
    defaultRadius: 'md',
    cursorType: 'pointer',
    fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
    headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.5rem', lineHeight: '1.3' }, h2: { fontSize: '1rem' } } },
    fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
    // Plain objects, because `Button.extend` would load each of these components with the first page.
    components: {
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
      Autocomplete: { defaultProps: plainList },
      Anchor: { defaultProps: { underline: 'hover' } },
      Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } },
      Button: { defaultProps: { size: 'sm' } },
      // A hint below its field keeps the fields of a row on one line.
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      CloseButton: { defaultProps: { 'aria-label': close } },
      Card: { defaultProps: { withBorder: true, padding: 'lg', radius: 'md' } },
      // ARIA does not allow the placeholder as a child of a menu.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md' } },
      Popover: { defaultProps: { shadow: 'md' } },
      Modal: {
        defaultProps: { centered: true, radius: 'md' },
        styles: { title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)', overflowWrap: 'anywhere' } },
      },
      Select: { defaultProps: { allowDeselect: false, ...plainList } },
      MultiSelect: { defaultProps: plainList },
      TagsInput: { defaultProps: plainList },
      Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 'md' } },
      // Texts of a shop can be in any language.
      Textarea: { defaultProps: { dir: 'auto' } },
      TextInput: { defaultProps: { size: 'sm', dir: 'auto' } },
    },
  })

/** The text colours of Mantine have too little contrast on light backgrounds for WCAG AA. */
const TEXT_ON_LIGHT = {
  blue: '#14518c',
  gray: '#4a515d',
  green: '#1f6b2e',
  ink: '#213094',
  orange: '#9a3412',
  red: '#a61e1e',
  teal: '#076a4c',
  yellow: '#7a4f00',
}

const lightText = Object.entries(TEXT_ON_LIGHT).map(([color, text]) => [`--mantine-color-${color}-light-color`, text])

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...Object.fromEntries(lightText),
    '--mantine-color-error': TEXT_ON_LIGHT.red,
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-text': 'var(--mantine-color-gray-9)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
  },
  dark: {
    '--mantine-color-body': 'var(--mantine-color-dark-8)',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-5)',
  },
})
