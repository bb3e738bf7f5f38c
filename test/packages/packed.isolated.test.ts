import { cpSync, existsSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase } from '#test/support/postgres.ts'
import { isHealthy } from '#test/support/program.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { freePort } from '../../bench/free-port.ts'
import {
  createProject,
  createShop,
  type InstalledNode,
  installedNodes,
  isRegistryReachable,
  packPackages,
  start,
  succeed,
} from './packed-shop.ts'

/* Builds and packs the packages, and uses them in new projects. Skipped without a connection to the npm registry. */

describe.skipIf(!(await isRegistryReachable()))('the packages', () => {
  let scratch: ReturnType<typeof scratchDirectory>
  let tarballs: Awaited<ReturnType<typeof packPackages>>
  /** The folder of a project in which the packages are installed. */
  let folder = ''
  beforeAll(async () => {
    scratch = scratchDirectory()
    tarballs = await packPackages(scratch.path)
  }, 600_000)
  afterAll(() => scratch[Symbol.dispose]())

  describe.each(installedNodes())('on Node $version', (node: InstalledNode) => {
    beforeAll(async () => {
      // One project at a time, because the scratch directory may be in memory.
      if (folder) rmSync(folder, { recursive: true })
      folder = await createShop(join(scratch.path, node.version), tarballs, node)
    }, 600_000)

    test('a created project starts its shop, and the typed client places an order', async () => {
      await using database = await cloneDatabase()
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const env = { DATABASE_URL: database.url, PORT: String(port), SEED: 'demo', SHOWROOM_OPENING: '10:00' }
      await using server = start(['npm', 'start'], { folder, node, env })
      await server.waitFor(() => isHealthy(url))
      const order = { cities: [], rating: null, gift_note: 'For Ada' }
      const typed = await succeed(['npm', 'exec', '--', 'node', 'call.ts', url], { folder, node })
      expect(JSON.parse(typed.stdout)).toEqual(order)

      // The client also runs on the Node of the user, which may be too old for TypeScript.
      writeFileSync(join(folder, 'call.js'), stripTypeScriptTypes(readFileSync(join(folder, 'call.ts'), 'utf8')))
      const plain = await succeed(['node', 'call.js', url], { folder, node })
      expect(JSON.parse(plain.stdout)).toEqual(order)

      const doctor = await succeed(['npm', 'run', '--silent', 'doctor'], { folder, node, env })
      expect(doctor.stdout).toMatch(/^No problems found\.\n/)
    })
  })

  test('the tests of the plugins pass', async () => {
    await succeed(['npm', 'test'], { folder })
  })

  test('a created project with a storefront in React builds it, and shows products and prices', async () => {
    const options = ['--storefront', 'react']
    const folder = await createProject(join(scratch.path, 'react'), tarballs, { options })
    await succeed(['npm', 'install', '--no-audit'], { folder })
    await succeed(['npm', 'run', 'build', '--workspace', 'storefront'], { folder })
    await succeed(['npm', 'run', 'check', '--workspace', 'storefront'], { folder })

    await using database = await cloneDatabase()
    const [port, shown] = [await freePort(), await freePort()]
    const url = `http://127.0.0.1:${port}`
    const env = { DATABASE_URL: database.url, PORT: String(port), SEED: 'demo' }
    await using shop = start(['npm', 'start'], { folder, env })
    await shop.waitFor(() => isHealthy(url))
    const serve = ['npm', 'exec', '--workspace', 'storefront', '--', 'srvx', '--prod', '--port', String(shown)]
    await using storefront = start([...serve, '--static', '../client', 'dist/server/server.js'], {
      folder,
      env: { SHOP_URL: url, COUNTRY: 'de' },
    })
    const page = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${shown}${path}`)
      return { status: response.status, text: await response.text() }
    }
    await storefront.waitFor(() =>
      page('/').then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
    const { text } = await page('/')
    const [, path = ''] = /href="(\/products\/[^"]+)"/.exec(text) ?? []
    expect(text).toMatch(/€\d+\.\d\d/)
    expect((await page(path)).text).toContain('Add to cart')
    expect((await page('/cart')).text).toContain('Your cart is empty')
    expect((await page('/products/nothing')).status).toBe(404)
  })

  test('a created project refuses an unknown storefront', async () => {
    const command = ['npm', 'exec', '--yes', '--package', tarballs.create, '--', 'create-cartwright']
    await using program = start([...command, join(scratch.path, 'unknown'), '--storefront', 'vue'])
    const { code, stderr } = await program.result
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no storefront vue') })
  })

  test('a created project refuses a folder with files', async () => {
    const create = ['npm', 'exec', '--yes', '--package', tarballs.create, '--', 'create-cartwright', folder]
    await using program = start(create)
    const { code, stderr } = await program.result
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') })
  })

  test('the command names the missing file in a folder without a shop', async () => {
    await using program = start([join(folder, 'node_modules/.bin/cartwright'), 'start'], { folder: scratch.path })
    const { code, stderr } = await program.result
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('has no shop.ts') })
  })

  test('the index of the documentation leads to files of the package', () => {
    const root = join(folder, 'node_modules/cartwright')
    const links = Array.from(
      readFileSync(join(root, 'llms.txt'), 'utf8').matchAll(/\]\(([^)]+)\)/g),
      ([, link]) => link,
    )
    expect(links).toContain('docs/extend/plugins.md')
    expect(links.flatMap((link = '') => globSync(link, { cwd: root }))).toEqual(links)
  })

  test('each link of the documentation leads to a file of the package', () => {
    const root = join(folder, 'node_modules/cartwright')
    const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
    const files = pages.flatMap((page) => {
      const prose = readFileSync(join(root, page), 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
      const targets = Array.from(prose.matchAll(/\]\(([^)\s#]+)/g), ([, target = '']) => target)
      return targets.filter((target) => !/^[a-z]+:/.test(target)).map((target) => join(root, dirname(page), target))
    })
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })

  const tsc = (...args: string[]) =>
    start([join(folder, 'node_modules/.bin/tsc'), '--checkers', '1', ...args], { folder })

  test.each([
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext'],
  ])('the types of a project are correct with the module resolution %s', async (moduleResolution, module) => {
    await using program = tsc('--moduleResolution', moduleResolution, '--module', module)
    const { code, stdout } = await program.result
    expect(code, stdout).toBe(0)
  })

  /** Compiles one file of `types/` with the packages of the project. */
  async function compile(file: string, ...options: string[]) {
    using types = scratchDirectory()
    cpSync(join(import.meta.dirname, 'types'), types.path, { recursive: true })
    symlinkSync(join(folder, 'node_modules'), join(types.path, 'node_modules'))
    const config = { extends: join(folder, 'tsconfig.json'), files: [file], include: [] }
    writeFileSync(join(types.path, 'tsconfig.json'), JSON.stringify(config))
    writeFileSync(join(types.path, 'package.json'), JSON.stringify({ type: 'module' }))
    await using program = tsc('--project', types.path, ...options)
    return await program.result
  }

  // TypeScript 7.0.2 counts 4,057, 30,013 and 121,309, and needs 2.2 seconds and 210 MB for the last one.
  test.each([
    ['client.ts', 4500],
    ['eight-plugins.ts', 33_000],
    ['test-shop-of-eight-plugins.ts', 133_000],
  ])('the compiler instantiates few types for %s', async (file, max) => {
    const { code, stdout } = await compile(file, '--extendedDiagnostics')
    expect(code, stdout).toBe(0)
    expect(Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1])).toBeLessThan(max)
  })

  test('the compiler names two plugins that define one field', async () => {
    const { code, stdout } = await compile('conflict.ts')
    expect(code).not.toBe(0)
    expect(stdout).toContain('The plugins engraving and laser both define the field engraving of line_item')
  })

  test('the declarations of the packages have no errors', async () => {
    const { stdout } = await compile('declarations.ts', '--skipLibCheck', 'false')
    const errors = stdout.split('\n').filter((line) => /node_modules\/(?:@cartwright\/client|cartwright)\//.test(line))
    expect(errors).toEqual([])
  })

  test('a front end with another copy of @trpc/server has the types of the plugins', async () => {
    const front = join(dirname(folder), 'front')
    cpSync(join(import.meta.dirname, 'types/front-end.ts'), join(front, 'front-end.ts'))
    writeFileSync(join(front, 'package.json'), JSON.stringify({ type: 'module', private: true }))
    await succeed(['npm', 'install', '--no-audit', tarballs.client], { folder: front })
    // TypeScript merges copies of one version.
    const manifest = join(front, 'node_modules/@trpc/server/package.json')
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": "[^"]+"/, '"version": "11.0.0"'))
    await succeed(['npm', 'exec', '--', 'cartwright', 'types', '--out', join(front, 'shop.d.ts')], { folder })
    const compilerOptions = { types: [], lib: ['es2024', 'dom', 'esnext.disposable'], skipLibCheck: false }
    writeFileSync(
      join(front, 'tsconfig.json'),
      JSON.stringify({ extends: '../my-shop/tsconfig.json', include: ['*.ts'], compilerOptions }),
    )
    await using both = tsc('--project', front, '--skipLibCheck')
    expect(await both.result).toMatchObject({ code: 0, stdout: '' })

    const ofShop = /.*typeof shop.*\n|.*my-shop.*\n/g
    const file = join(front, 'front-end.ts')
    writeFileSync(file, readFileSync(file, 'utf8').replace(ofShop, ''))
    await using checked = tsc('--project', front)
    expect(await checked.result).toMatchObject({ code: 0, stdout: '' })
  })

  describe('the package of the client', () => {
    const root = () => join(folder, 'node_modules/@cartwright/client')
    const sources = () => globSync('**/*.js', { cwd: root() }).map((file) => readFileSync(join(root(), file), 'utf8'))

    test('the client depends on the client of tRPC and on superjson only', () => {
      const manifest = JSON.parse(readFileSync(join(root(), 'package.json'), 'utf8'))
      expect(Object.keys(manifest.dependencies)).toEqual(['@trpc/client', 'superjson'])
      const imports = sources().flatMap((source) =>
        Array.from(source.matchAll(/\bfrom ['"]([^.][^'"]*)/g), ([, name]) => name),
      )
      expect([...new Set(imports)].toSorted()).toEqual(['@trpc/client', 'superjson'])
      expect(globSync('**/*.d.ts', { cwd: root() })).toEqual(['index.d.ts'])
    })

    test('a bundler packs the client for browsers', async () => {
      const bundle = await rolldown({
        input: join(root(), 'index.js'),
        platform: 'browser',
        onLog: (_, log) => expect.fail(log.message),
      })
      const { output } = await bundle.generate({ format: 'es', minify: true })
      await bundle.close()
      expect(output).toHaveLength(1)
      expect(output[0].imports).toEqual([])
      expect(output[0].moduleIds.filter((id) => id.includes('/zod/'))).toEqual([])
      expect(output[0].code.length).toBeLessThan(45_000)
    })
  })
})
