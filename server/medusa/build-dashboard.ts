import { type ExecFileException, execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { compressFile } from '#server/base/compress-file.ts'
import { StartError } from '#server/base/start-error.ts'
import { dashboardFolder } from './dashboard-folder.ts'

const NAME = '@medusajs/admin-ui'
const VERSION = '2.1.18'

/** The dashboard passes options to the progress display of webpack that later versions of webpack reject. */
const PACKAGE = { private: true, dependencies: { [NAME]: VERSION }, overrides: { webpack: '5.91.0' } }

/** The dashboard needs its peers, also if the settings of the surrounding project leave peers out. */
const INSTALL = [
  'install',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--legacy-peer-deps=false',
]

const BUILD = `require('${NAME}').build(JSON.parse(process.argv[1]))
  .then(({ stats }) => process.exit(stats.hasErrors() ? 1 : 0))`

export interface DashboardBuild {
  dataDirectory: string
  /** The path prefix of a proxy, such as `/shops/one`. Empty without one. */
  prefix: string
  print: (line: string) => void
}

/**
 * Installs and builds the dashboard of Medusa v1 in a temporary folder, then replaces the former build.
 * @throws StartError if npm or the build fails.
 */
export async function buildDashboard({ dataDirectory, prefix, print }: DashboardBuild): Promise<string> {
  const target = resolve(dashboardFolder(dataDirectory))
  const folder = `${target}.build`
  await rm(folder, { recursive: true, force: true })
  await using resources = new AsyncDisposableStack()
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify(PACKAGE))

  print(`Installing ${NAME} ${VERSION} from npm. The packages need 700 MB. They are deleted after the build.`)
  await run('npm', INSTALL, folder).catch((error: ExecFileException) => {
    throw new StartError(installationProblem(error))
  })
  print('Building the dashboard.')
  await run(process.execPath, ['-e', BUILD, JSON.stringify(buildOptions(folder, prefix))], folder).catch(
    (error: ExecFileException) => {
      throw new StartError(`The dashboard could not be built.\n${lastLines(error)}`)
    },
  )
  const built = join(folder, 'dist')
  await correctIcon(join(built, 'index.html'), prefix)
  const files = globSync('**/*.{js,css,json,svg,ttf}', { cwd: built })
  await Promise.all(files.map((file) => compressFile(join(built, file))))
  await rm(target, { recursive: true, force: true })
  await rename(built, target)
  return target
}

/** The page looks for its icon at the root of the server. */
async function correctIcon(page: string, prefix: string): Promise<void> {
  const html = await readFile(page, 'utf8')
  await writeFile(page, html.replace('href="/logo.svg"', `href="${prefix}/medusa-admin/public/logo.svg"`))
}

/** On Windows, npm is a command file, which needs a shell. */
const run = (file: string, parameters: string[], cwd: string) =>
  promisify(execFile)(file, parameters, {
    cwd,
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32' && file === 'npm',
  })

const buildOptions = (folder: string, prefix: string) => ({
  appDir: folder,
  buildDir: 'dist',
  plugins: [],
  options: { path: `${prefix}/medusa-admin`, backend: prefix || '/' },
  reporting: 'minimal',
})

function installationProblem(error: ExecFileException): string {
  if (error.code === 'ENOENT') return 'The build needs npm, which is part of Node.js. Add it to the PATH.'
  return `npm could not install ${NAME} ${VERSION}. The build needs the registry of npm.\n${lastLines(error)}`
}

function lastLines({ stdout = '', stderr = '' }: ExecFileException): string {
  const lines = `${stdout}\n${stderr}`.trim().split('\n')
  const last = lines.slice(-8)
  const cause = lines.find((line) => line.includes('Cannot find module'))
  return (cause && !last.includes(cause) ? [cause, ...last] : last).join('\n')
}
