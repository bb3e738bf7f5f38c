import { existsSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import { buildDashboard } from '#server/medusa/build-dashboard.ts'
import { dashboardFolder } from '#server/medusa/dashboard-folder.ts'
import { readConfig } from '#server/settings/config.ts'

interface BuildOptions {
  prefix: string
  force?: boolean
}

export function adminCommand(): Command {
  return new Command('admin')
    .description('Manage the dashboard of Medusa v1')
    .addCommand(
      new Command('build')
        .description('Install the dashboard of Medusa v1 from npm and build it. The server serves it at /medusa-admin.')
        .option('--prefix <path>', 'path prefix of a proxy, such as /shops/one', parsePrefix, '')
        .option('--force', 'build it again')
        .action(buildOnce),
    )
}

async function buildOnce({ prefix, force = false }: BuildOptions): Promise<void> {
  const { dataDirectory } = readConfig()
  const folder = dashboardFolder(dataDirectory)
  if (existsSync(folder) && !force) {
    console.log(`The dashboard is already built in ${folder}. Build it again with --force.`)
    return
  }
  const built = await buildDashboard({ dataDirectory, prefix, print: console.error })
  console.log(`The dashboard is built in ${built}. The server serves it at ${prefix}/medusa-admin.`)
}

function parsePrefix(path: string): string {
  if (!/^(\/[\w.-]+)+$/.test(path)) throw new InvalidArgumentError('It must look like /shops/one.')
  return path
}
