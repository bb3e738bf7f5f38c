import { dirname, join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'

interface DeclarationBundle {
  /** The folder with the declarations of all files. */
  declarations: string
  /** Paths of files below `declarations`, without their extensions, by the path of their bundle below `to`. */
  entries: Readonly<Record<string, string>>
  to: string
  /** Contents of files that replace their declarations. */
  stubs?: Readonly<Record<string, string>>
}

/** Types of the server that the declarations of the client name. The client needs neither MikroORM nor zod. */
export const clientStubs = {
  'routers/context/context.d.ts': ['Context', 'ContextOverrides', 'ProcedureContext', 'ClientNetwork', 'ResponseSaver']
    .map((name) => `export type ${name} = object`)
    .join('\n'),
  'routers/context/meta.d.ts': 'export type ProcedureMeta = object',
  'routers/reading/define-resource.d.ts': `
    export interface Resource<Row = unknown> { readonly row?: Row }
    export type RowOf<R> = R extends Resource<infer Row> ? Row : never
    export type ToOne<Row> = Row | null | undefined
    export type ToMany<Row> = Row[] | undefined`,
  'server/index.d.ts': `export type { OAuthData } from '#entities/platform/app/oauth-provider.ts'`,
}

const isFile = (name: string): boolean => /^[#./]/.test(name)

/** Writes one file for each entry, and files with the declarations that several entries use. */
export async function bundleDeclarations({ declarations, entries, to, stubs = {} }: DeclarationBundle): Promise<void> {
  const files = Object.entries(entries).map(([name, file]) => [name, join(declarations, `${file}.d.ts`)])
  const bundle = await rolldown({
    input: Object.fromEntries(files),
    checks: { pluginTimings: false },
    external: (name) => !isFile(name),
    plugins: [declarationFiles(declarations, stubs), ...dts({ dtsInput: true, tsconfig: false })],
  })
  await bundle.write({ dir: to })
  await bundle.close()
}

const declarationFiles = (folder: string, stubs: Readonly<Record<string, string>>): Plugin => ({
  name: 'declaration-files',
  resolveId: {
    order: 'pre',
    handler(name, importer) {
      if (!importer || !isFile(name)) return null
      if (name === '#client/index.ts') return { id: 'cartwright/client', external: true }
      const path = name.startsWith('#') ? join(folder, name.slice(1)) : join(dirname(importer), name)
      return path.replace(/(\.d)?\.ts$/, '.d.ts')
    },
  },
  load: (path) => stubs[relative(folder, path)] ?? null,
})
