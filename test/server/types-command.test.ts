import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { printShop } from '#server/cli/types/print-shop.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'

const root = process.cwd()

/** A project whose shop has these lines. It shares the packages of this repository. */
function projectWith(shop: string) {
  const scratch = scratchDirectory()
  const write = (file: string, text: string) => writeFileSync(join(scratch.path, file), text)
  symlinkSync(join(root, 'node_modules'), join(scratch.path, 'node_modules'))
  write('package.json', '{ "type": "module" }')
  write('tsconfig.json', JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['shop.ts'] }))
  write('shop.ts', `import { z } from 'zod'\nimport * as cartwright from '${root}/server/index.ts'\n${shop}`)
  return scratch
}

const PLUGINS = `
const { adminProcedure, definePlugin, defineShop, field, openProcedure, ProductResource, responseSchema, router } = cartwright
type Branch = { name: string; 'post-code': \`\${number}\`; branches: Branch[] }
const tree = z.custom<Branch>()
const erp = definePlugin({
  name: 'erp',
  fields: { order: { erp_no: field.text({ writableBy: ['admin'], personal: false }), due_at: field.datetime({ personal: false }) } },
  admin: router({
    sync: router({
      push: adminProcedure.input(z.strictObject({ id: z.string().brand('order'), force: z.boolean().optional() }))
        .output(z.object({ at: z.date(), by: z.enum(['erp', 'shop']), rows: z.record(z.string(), z.number().nullable()) }))
        .mutation(() => { throw new Error('Not here') }),
    }),
    best: adminProcedure.output(responseSchema({ product: ProductResource })).query(() => { throw new Error('Not here') }),
  }),
  store: router({
    tree: openProcedure.output(z.object({ tree, pair: z.tuple([z.string(), z.number()]) })).query(() => { throw new Error('Not here') }),
    watch: openProcedure.subscription(async function* () { yield { step: 1 as const } }),
  }),
})
export const shop = defineShop({ plugins: [erp, definePlugin({ name: 'plain' })] })
`

test('the declaration of a shop has the fields and procedures of its plugins', async () => {
  using project = projectWith(PLUGINS)
  const text = await printShop(project.path)
  expect(text).not.toMatch(/\bimport\b/)
  for (const line of [
    'readonly name: "erp"',
    'readonly "erp_no": { value?: null | string; writableBy: ReadonlyArray<"admin">; visibleTo: "public" }',
    'readonly "due_at": { value?: null | Date; writableBy: ReadonlyArray<never>; visibleTo: "public" }',
    'Procedure<"mutation", { id: string; force?: undefined | boolean }, { at: Date; by: "erp" | "shop"; rows: { [name: string]: null | number } }>',
    'readonly "best": Procedure<"query", void, { product: ProductView }>',
    'interface ProductView {',
    '  variants?: undefined | Array<ProductVariantView>',
    '  product?: undefined | null | ProductView',
    '{ tree: Branch; pair: [string, number] }',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the printed type
    '  "post-code": `${number}`',
    '  branches: Array<Branch>',
    'readonly "watch": Procedure<"subscription", void, AsyncIterable<{ step: 1 }',
    '{\n      readonly name: "plain"\n    },',
  ])
    expect(text).toContain(line)
})

test.each([
  [
    'of plugins whose names are unknown',
    'const plugins: cartwright.Plugin[] = []\nexport const shop = cartwright.defineShop({ plugins })',
    'names no plugins',
  ],
  ['with a type error', 'export const shop: number = cartwright.defineShop({ plugins: [] })', 'has a wrong type'],
])('a shop %s has no declaration', async (_, shop, message) => {
  using project = projectWith(shop)
  await expect(printShop(project.path)).rejects.toThrow(message)
})
