import packageJson from '../package.json' with { type: 'json' }

const { version, license, type, engines } = packageJson
/** Only shops with the plugin `cartwright/stripe` install the SDK. */
const { stripe, ...dependencies } = packageJson.dependencies
const common = { version, license, type }

const entry = (file: string) => ({ types: `./${file}.d.ts`, default: `./${file}.js` })

export const serverManifest = () => ({
  name: 'cartwright',
  description: packageJson.description,
  ...common,
  engines,
  bin: { cartwright: 'server/cli/bin.js' },
  exports: {
    '.': entry('server/index'),
    './client': entry('client/index'),
    './stripe': entry('plugins/stripe/index'),
    './testing': entry('server/testing/index'),
    './package.json': './package.json',
  },
  dependencies,
  peerDependencies: { stripe },
  peerDependenciesMeta: { stripe: { optional: true } },
})

/** The peer is that of `@trpc/client`. The declarations use its types. */
export const clientManifest = () => ({
  name: '@cartwright/client',
  description: 'The typed client of a Cartwright shop.',
  ...common,
  engines,
  sideEffects: false,
  exports: { '.': entry('index'), './package.json': './package.json' },
  dependencies: { '@trpc/client': dependencies['@trpc/client'], superjson: dependencies.superjson },
  peerDependencies: { '@trpc/server': dependencies['@trpc/server'] },
})
