import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './compress-assets.ts'
import { mantineStyles } from './mantine-styles.ts'
import { routeFiles } from './route-files.ts'
import { scrollAreaRefs } from './scroll-area-refs.ts'

const SHOP = process.env.SHOP_URL ?? 'http://127.0.0.1:9000'

/** The parts of almost every page, and small ones that several other files share: each of them would otherwise load such a file. */
const PAGE = [
  /@mantine\/core\/esm\/components\/(ActionIcon|Badge|Input|InputBase|TextInput|ScrollArea\/utils)\//,
  /@mantine\/core\/esm\/core\/(utils\/(noop|get-env)|MantineProvider\/color-functions\/get-auto-contrast-value)\//,
  /@mantine\/hooks\/esm\/(use-merged-ref|use-uncontrolled|use-debounced-callback)\//,
  /console\/components\/(page|page-link|section|area-tabs|allowed|confirm|modals|notify|notify-undoable|dialog-form|time|money|percent-text|use-undoable-deletion)\.tsx?$/,
  /console\/components\/action\/(add-button|dialog-button|end-dialog|lazy-dialog|procedure-button|use-undoable-change)\.tsx?$/,
  /console\/components\/(list\/(columns-with-buttons|change-rows)|plugin-fields\/plugin-field|popup\/popup-button|tags\/(tagged-rows|tag-badges)|variants\/variant-name)\.tsx?$/,
  /console\/(app\/(failed-changes|use-user-setting|shell\/after-page)|strings\/(lists|tags))\./,
]

/** Values of fields of plugins, in lists and in details. */
const FIELDS =
  /@mantine\/core\/esm\/components\/Code\/|console\/components\/plugin-fields\/(relation-source|field-text|file-value|use-related-row|relation-link)/

const DETAIL = [
  /console\/components\/(form\/address-values|late-field|action\/(latest-failure|preview-context)|tags\/tags-section)/,
  /console\/components\/plugin-fields\/(?!use-list-fields|field-(dialog|form|input)|new-row-fields|use-(row|action)-fields|use-field-form|file-input|json-input|relation-input)/,
  /console\/components\/plugin-parts\/(?!plugin-action-dialog)/,
]

const anyOf = (tests: readonly RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'))

/**
 * Few files, because a browser needs more time for each file than for its bytes, and none of them with parts that most of its pages
 * lack. Each group contains the imports of its modules that no earlier group has.
 */
const CHUNKS = [
  { name: 'first', tags: ['$initial' as const] },
  { name: 'page', test: anyOf(PAGE) },
  { name: 'icons', test: /@tabler/, minShareCount: 2 },
  { name: 'markets', test: /console\/(strings\/markets|components\/use-provider-name)/ },
  { name: 'csv', test: /console\/components\/(csv|save-file)\.ts/ },
  { name: 'fields', test: FIELDS },
  { name: 'table', test: /console\/components\/table-section/ },
  { name: 'segments', test: /@mantine\/core\/esm\/components\/(SegmentedControl|FloatingIndicator|Progress)\// },
  { name: 'grid', test: /@mantine\/core\/esm\/components\/(SimpleGrid|NativeSelect)\// },
  { name: 'detail', test: anyOf(DETAIL) },
  {
    name: 'form',
    test: /console\/components\/form\/(?!names-input|address-fields|labelled-choice|form-dialog|row-dialog|number-|date-time-input)/,
  },
  { name: 'numbers', test: /console\/components\/form\/(number-input|date-time-input)/ },
  { name: 'virtual', test: /@tanstack\/(react-virtual|virtual-core)\// },
  { name: 'popup', test: /console\/components\/popup\/popup\.tsx/ },
  {
    name: 'list',
    test: /console\/components\/(list\/(?!filter-field|column-choices|save-view)|plugin-fields\/use-list)/,
  },
]

/** The server replaces the nonce and the time in each response, and the address in `<base>`. See `server/http/console.ts`. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: command === 'build' ? './' : '/app/',
  html: { cspNonce: 'CSP_NONCE' },
  plugins: [react(), mantineStyles(), scrollAreaRefs(), routeFiles(), compressAssets()],
  build: {
    // Older browsers lack `light-dark()`.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '^/(trpc|admin|uploads|app/inputs|app/plugins)/': { target: SHOP } },
  },
}))
