import packageJson from '../package.json' with { type: 'json' }

const { version, license, type, engines, scripts, allowScripts, devDependencies, optionalDependencies } = packageJson
/** Only shops with the plugins `cartwright/email` and `cartwright/stripe` install these packages. */
const { eta, nodemailer, stripe, ...dependencies } = packageJson.dependencies
const common = { version, license, type }

const entry = (file: string) => ({ types: `./${file}.d.ts`, default: `./${file}.js` })

const COMMAND = 'server/cli/bin.js'

export const serverManifest = () => ({
  name: 'cartwright',
  description: packageJson.description,
  ...common,
  engines,
  bin: { cartwright: COMMAND },
  exports: {
    '.': entry('server/index'),
    './client': entry('client/index'),
    './email': entry('plugins/email/index'),
    './reviews': entry('plugins/reviews/index'),
    './storefront': entry('plugins/storefront/index'),
    './stripe': entry('plugins/stripe/index'),
    './testing': entry('server/testing/index'),
    './wishlist': entry('plugins/wishlist/index'),
    './package.json': './package.json',
  },
  dependencies,
  optionalDependencies,
  peerDependencies: { eta, nodemailer, stripe },
  peerDependenciesMeta: { eta: { optional: true }, nodemailer: { optional: true }, stripe: { optional: true } },
})

/** The declarations use types of `@trpc/server`, which is also a peer dependency of `@trpc/client`. */
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

export const createManifest = () => ({
  name: 'create-cartwright',
  description: 'Creates a Cartwright shop: create-cartwright my-shop',
  ...common,
  engines,
  bin: { 'create-cartwright': 'src/bin.js' },
})

/** The manifest of a new project, without its name. Plugins import libraries in the versions of the core. */
export const projectManifest = () => ({
  version: '0.1.0',
  private: true,
  type,
  engines,
  scripts: {
    start: 'cartwright start',
    dev: `node --watch node_modules/cartwright/${COMMAND} start`,
    worker: 'cartwright start --only worker',
    migrate: 'cartwright migrate',
    doctor: 'cartwright doctor',
    shop: 'cartwright',
    test: 'vitest run',
    check: 'tsc',
  },
  allowScripts,
  dependencies: {
    '@mikro-orm/migrations': dependencies['@mikro-orm/migrations'],
    '@mikro-orm/postgresql': dependencies['@mikro-orm/postgresql'],
    cartwright: `^${version}`,
    zod: dependencies.zod,
  },
  devDependencies: {
    '@types/node': devDependencies['@types/node'],
    typescript: devDependencies.typescript,
    vitest: devDependencies.vitest,
  },
})

/** The manifest of the storefront in React, a workspace of a new project. */
export const storefrontManifest = () => ({
  name: 'storefront',
  version: '0.1.0',
  private: true,
  type,
  scripts: {
    dev: 'vite dev --port 8000',
    build: 'vite build',
    start: 'srvx --prod --port 8000 --static ../client dist/server/server.js',
    check: 'tsc',
  },
  dependencies: {
    '@cartwright/client': `^${version}`,
    '@tanstack/react-router': '^1.170.46',
    '@tanstack/react-start': '^1.169.5',
    '@trpc/client': dependencies['@trpc/client'],
    '@trpc/server': dependencies['@trpc/server'],
    react: devDependencies.react,
    'react-dom': devDependencies['react-dom'],
    srvx: '^1.0.8',
    superjson: dependencies.superjson,
  },
  devDependencies: {
    '@types/node': devDependencies['@types/node'],
    '@types/react': devDependencies['@types/react'],
    '@types/react-dom': devDependencies['@types/react-dom'],
    '@vitejs/plugin-react': devDependencies['@vitejs/plugin-react'],
    typescript: devDependencies.typescript,
    vite: devDependencies.vite,
  },
})

/** Runs a file with the V8 flags of `npm start`, which limit the memory of the process. */
export const SHEBANG = `#!/usr/bin/env -S ${scripts.start.replace(' server/start.js', '')}`
