import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './compress-assets.ts'
import { mantineStyles } from './mantine-styles.ts'
import { routeFiles } from './route-files.ts'
import { scrollAreaRefs } from './scroll-area-refs.ts'

const SHOP = process.env.SHOP_URL ?? 'http://127.0.0.1:9000'

/** The parts of almost every page. */
const PAGE =
  /@mantine\/core\/esm\/core\/utils\/noop\/|console\/(components\/(page|allowed|action\/(add-button|dialog-button)|page-link|section|area-tabs|notify|notify-undoable|modals|confirm|action-names|time|money|percent-text|popup\/popup-button|list\/(list-toolbar|columns-with-buttons|change-rows)|plugin-fields\/plugin-field|variants\/variant-name|tags\/(use-tag-action|tag-list-parts|tagged-rows|tag-badges))\.tsx?$|app\/(failed-changes|use-user-setting|shell\/after-page)|strings\/orders)/

/** Controls of the start page and of details. */
const CONTROLS =
  /@mantine\/core\/esm\/components\/(SegmentedControl|FloatingIndicator|SimpleGrid|NativeSelect|Progress)\//

/** Values of fields of plugins and long lists, in lists and in details. */
const FIELDS =
  /(@mantine\/core\/esm\/components\/Code\/|infiniteQueryObserver|useInfiniteQuery|console\/(strings\/(batch-jobs|settings)|components\/(use-undoable-deletion|batch-job\/download-button|plugin-fields\/(relation-source|field-text|file-value|use-related-row|relation-link))))/

/**
 * Few files, because a browser needs more time for each file than for its bytes, and none of them with parts that most of its pages
 * lack. Each group contains the imports of its modules that no earlier group has.
 */
const CHUNKS = [
  { name: 'first', tags: ['$initial' as const] },
  { name: 'page', test: PAGE },
  { name: 'controls', test: CONTROLS },
  { name: 'fields', test: FIELDS },
  { name: 'icons', test: /@tabler/, minShareCount: 2 },
  { name: 'markets', test: /console\/(strings\/markets|components\/use-provider-name)/ },
  { name: 'csv', test: /console\/components\/(csv|save-file)\.ts/ },
  { name: 'home', test: /console\/screens\/home\/home\.tsx/ },
  { name: 'table', test: /@mantine\/core\/esm\/components\/Table\/|console\/components\/table-section/ },
  { name: 'virtual', test: /@tanstack\/(react-virtual|virtual-core)\// },
  {
    name: 'list',
    test: /console\/components\/(list\/(?!filter-field|column-choices|save-view|change-rows)|plugin-fields\/use-list)/,
  },
  { name: 'popup', test: /console\/components\/popup\/popup\.tsx/ },
  {
    name: 'detail',
    test: /console\/components\/(form\/address-values|plugin-fields\/(?!field-(dialog|form|input)|new-row-fields|use-(row|action)-fields|use-field-form|file-input|json-input|relation-input)|plugin-parts\/(?!plugin-action-dialog)|action\/(dialog-button|end-dialog|latest-failure|lazy-dialog|preview-context|procedure-button|use-undoable-change)|dialog-form|tags\/(?!tags-input|tag-change))/,
  },
  {
    name: 'form',
    test: /console\/components\/form\/(?!names-input|address-fields|labelled-choice|form-dialog|row-dialog)/,
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
