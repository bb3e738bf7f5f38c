import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  Card,
  createTheme,
  type MantineColorsTuple,
  Modal,
  Select,
  Table,
  TextInput,
} from '@mantine/core'

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

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 6, dark: 4 },
  colors: { ink, gray, dark },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.5rem', lineHeight: '1.3' }, h2: { fontSize: '1rem' } } },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Anchor: Anchor.extend({ defaultProps: { underline: 'hover' } }),
    Badge: Badge.extend({ defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } }),
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    Card: Card.extend({ defaultProps: { withBorder: true, padding: 'lg', radius: 'md' } }),
    Modal: Modal.extend({
      defaultProps: { centered: true, radius: 'md' },
      styles: { title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)' } },
    }),
    Select: Select.extend({ defaultProps: { allowDeselect: false } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } }),
    TextInput: TextInput.extend({ defaultProps: { size: 'sm' } }),
  },
})
