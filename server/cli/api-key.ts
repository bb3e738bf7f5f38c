import { Command } from 'commander'
import { inTransaction } from '#database/transaction.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { ApiKey } from '#entities/people/api-key/api-key.ts'
import { createApiKey } from '#entities/people/api-key/create-api-key.ts'
import { revokeApiKey } from '#entities/people/api-key/revoke-api-key.ts'
import { validateScopes } from '#entities/people/role/scopes.ts'
import { userByEmail } from '#entities/people/user/find-user.ts'
import { now } from '#entities/values/clock.ts'
import { parseTime } from '#entities/values/parse-time.ts'
import { adminProceduresOf } from '#routers/context/procedures-of.ts'
import type { WithShop } from '#server/process/with-shop.ts'

type NewApiKeyOptions = { email: string; name: string; scope: string[]; expires?: string }

export function apiKeyCommand(withShop: WithShop): Command {
  const apiKey = new Command('api-key').description('Manage the API keys of programs')
  apiKey
    .command('create')
    .description('Create an API key and print its secret, which is not shown again')
    .requiredOption('--email <email>', 'e-mail address of the user that the key acts for')
    .requiredOption('--name <name>', 'name of the key')
    .requiredOption('--scope <patterns...>', 'procedures that the key can call: orders.list, products.*, read:*, *')
    .option('--expires <date>', 'date at which the key expires, such as 2030-12-31')
    .action(({ email, name, scope, expires }: NewApiKeyOptions) =>
      withShop(async ({ orm, parts }) => {
        const scopes = validateScopes(scope, adminProceduresOf(parts.routers))
        const expires_at = expires === undefined ? null : dateOf(expires)
        const secret = await inTransaction(orm.em, async (em) => {
          const user = await userByEmail(em, email)
          if (!user) throw new NotFound(`User with email: ${email} was not found`)
          return (await createApiKey(em, { user, api_key: null, grants: [] }, { name, scopes, expires_at })).secret
        })
        console.log(secret)
      }),
    )
  apiKey
    .command('list')
    .description('List the API keys that are not revoked')
    .action(() =>
      withShop(async ({ orm }) => {
        const keys = await orm.em.fork().find(ApiKey, {}, { orderBy: { id: 'asc' }, populate: ['created_by_user'] })
        console.log(['id', 'hint', 'name', 'user', 'scopes', 'expires', 'last used'].join('\t'))
        for (const { id, hint, name, created_by_user, scopes, expires_at, last_used_at } of keys) {
          const user = created_by_user?.email ?? 'deleted'
          const times = [expires_at, last_used_at].map((time) => time?.toISOString() ?? 'never')
          console.log([id, hint, name, user, scopes.join(' '), ...times].join('\t'))
        }
      }),
    )
  apiKey
    .command('revoke')
    .description('Revoke an API key and all keys that were created with it')
    .argument('<id>', 'id of the key, as `api-key list` prints it')
    .action((id: string) =>
      withShop(async ({ orm }) => {
        const revoked = await inTransaction(orm.em, (em) => revokeApiKey(em, id))
        if (revoked.length === 0) throw new NotFound(`API key with id: ${id} was not found`)
        for (const revokedId of revoked) console.log(`${revokedId} revoked`)
      }),
    )
  return apiKey
}

function dateOf(text: string): Date {
  const date = parseTime(text)
  if (!date) throw new InvalidData(`--expires: ${text} is not a date. Use the form 2030-12-31.`)
  if (date <= now()) throw new InvalidData(`--expires: ${text} is in the past. Use a later date.`)
  return date
}
