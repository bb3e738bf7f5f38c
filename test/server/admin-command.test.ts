import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '#test/support/program.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'

/** Runs the command with a script as npm. */
async function buildDashboard(data: string, { npm, options = [] }: { npm: string; options?: string[] }) {
  const programs = join(data, 'programs')
  mkdirSync(programs)
  writeFileSync(join(programs, 'npm'), `#!${process.execPath}\n${npm}`, { mode: 0o755 })
  return await runCommand(['admin', 'build', ...options], { DATA_DIR: data, PATH: programs })
}

/** Installs a package whose build writes a page and a script, as the dashboard does. */
const INSTALL = `
const { mkdirSync, writeFileSync } = require('node:fs')
mkdirSync('node_modules/@medusajs/admin-ui', { recursive: true })
writeFileSync('node_modules/@medusajs/admin-ui/index.js', \`
const { mkdirSync, writeFileSync } = require('node:fs')
exports.build = async ({ appDir, buildDir, options }) => {
  mkdirSync(appDir + '/' + buildDir)
  writeFileSync(appDir + '/' + buildDir + '/index.html', '<link href="/logo.svg">' + options.path)
  writeFileSync(appDir + '/' + buildDir + '/main.js', 'backend = "' + options.backend + '"')
  return { stats: { hasErrors: () => false } }
}\`)`

test('the command builds the dashboard once, for the prefix of a proxy', async () => {
  using data = scratchDirectory()
  const built = await buildDashboard(data.path, { npm: INSTALL, options: ['--prefix', '/shops/one'] })
  expect(built).toMatchObject({ code: 0, stdout: expect.stringContaining('serves it at /shops/one/medusa-admin') })
  const folder = join(data.path, 'medusa-admin')
  expect(readdirSync(folder).sort()).toEqual(['index.html', 'main.js', 'main.js.br', 'main.js.gz'])
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe(
    '<link href="/shops/one/medusa-admin/public/logo.svg">/shops/one/medusa-admin',
  )
  expect(readFileSync(join(folder, 'main.js'), 'utf8')).toBe('backend = "/shops/one"')
  expect(existsSync(`${folder}.build`)).toBe(false)

  rmSync(join(data.path, 'programs'), { recursive: true })
  const again = await buildDashboard(data.path, { npm: 'process.exit(1)' })
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Build it again with --force.') })
})

test('a registry that cannot be reached is reported, and leaves nothing', async () => {
  using data = scratchDirectory()
  const npm = `console.error('npm error code ENOTFOUND'); process.exit(1)`
  const { code, stdout, stderr } = await buildDashboard(data.path, { npm })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('Cartwright: npm could not install @medusajs/admin-ui 2.1.18. The build needs the registry')
  expect(stderr).toContain('npm error code ENOTFOUND')
  expect(readdirSync(data.path).filter((name) => name.startsWith('medusa-admin'))).toEqual([])
})

test('a prefix must be a path', async () => {
  using data = scratchDirectory()
  const { code, stderr } = await buildDashboard(data.path, { npm: INSTALL, options: ['--prefix', 'shops'] })
  expect(code).toBe(1)
  expect(stderr).toContain('It must look like /shops/one.')
})
