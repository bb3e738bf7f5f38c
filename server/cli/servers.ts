import { Command } from 'commander'
import { hostsOf } from '#database/hosts/database-address.ts'
import { checkServer } from '#server/hosting/check-server.ts'
import type { WithProgram } from './shops.ts'

/** The PostgreSQL servers of a directory. */
export function serversCommand(withProgram: WithProgram): Command {
  const servers = new Command('servers').description('Manage the PostgreSQL servers that have databases of shops')
  servers
    .command('list')
    .description('List the servers with their host and the number of their shops')
    .action(() =>
      withProgram(async ({ directory }) => {
        for (const { name, url, shops } of await directory.servers.list())
          console.log([name, hostsOf(url), shops].join('\t'))
      }),
    )
  servers
    .command('add')
    .description('Add a PostgreSQL server')
    .argument('<name>')
    .argument('<url>', 'address of one of its databases: postgresql://user:password@host/postgres')
    .option('--replace', 'change the address of a server that has moved with its databases')
    .action((name: string, url: string, { replace }: { replace?: true }) =>
      withProgram(async ({ directory }) => {
        const server = { name, url }
        await checkServer(server)
        if (replace) await directory.servers.change(server)
        else await directory.servers.add(server)
        console.log(`${name} is the server ${hostsOf(url)}`)
      }),
    )
  servers
    .command('remove')
    .description('Remove a server without shops. Its databases stay')
    .argument('<name>')
    .action((name: string) =>
      withProgram(async ({ directory }) => {
        await directory.servers.remove(name)
        console.log(`${name} removed`)
      }),
    )
  return servers
}
