import { Command } from 'commander'
import { inTransaction } from '#database/transaction.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { ApiKey } from '#entities/people/api-key/api-key.ts'
import { createApiKey } from '#entities/people/api-key/create-api-key.ts'
import { revokeApiKey } from '#entities/people/api-key/revoke-api-key.ts'
import { validateScopes } from '#entities/people/api-key/scopes.ts'
import { userByEmail } from '#entities/people/user/find-user.ts'
import { assertManagesUsers } from '#entities/people/user/lock-users.ts'
import { withShop } from '#server/cli/with-shop.ts'
import { adminProcedures } from '#server/context.ts'

type NewApiKeyOptions = { email: string; name: string; scope: string[]; expires?: string }

/** `shop api-key …`: by what programs call the administration. */
export function apiKeyCommand(): Command {
  const apiKey = new Command('api-key').description('by what programs call the administration')
  apiKey
    .command('create')
    .description('make an API key; its secret is shown once')
    .requiredOption('--email <email>', 'the administrator in whose name it calls')
    .requiredOption('--name <name>', 'what it is for')
    .requiredOption('--scope <patterns...>', 'what it may call: orders.list, products.*, read:*, *')
    .option('--expires <date>', 'when it ends, such as 2030-12-31')
    .action(({ email, name, scope, expires }: NewApiKeyOptions) =>
      withShop(async (orm) => {
        const scopes = validateScopes(scope, adminProcedures)
        const expires_at = expires === undefined ? null : dateOf(expires)
        const secret = await inTransaction(orm.em, async (em) => {
          const user = await userByEmail(em, email)
          if (!user) throw new NotFound(`User with email: ${email} was not found`)
          assertManagesUsers(user)
          return (await createApiKey(em, { user, api_key: null }, { name, scopes, expires_at })).secret
        })
        console.log(secret)
      }),
    )
  apiKey
    .command('list')
    .description('list the API keys that were not revoked')
    .action(() =>
      withShop(async (orm) => {
        const keys = await orm.em.fork().find(ApiKey, {}, { orderBy: { id: 'asc' }, populate: ['created_by_user'] })
        console.log(['id', 'hint', 'name', 'user', 'scopes', 'expires', 'last used'].join('\t'))
        for (const { id, hint, name, created_by_user, scopes, expires_at, last_used_at } of keys) {
          const user = created_by_user?.email ?? 'gone'
          const times = [expires_at, last_used_at].map((time) => time?.toISOString() ?? 'never')
          console.log([id, hint, name, user, scopes.join(' '), ...times].join('\t'))
        }
      }),
    )
  apiKey
    .command('revoke')
    .description('revoke an API key, and those that were made by it')
    .argument('<id>', 'as listed')
    .action((id: string) =>
      withShop(async (orm) => {
        const revoked = await inTransaction(orm.em, (em) => revokeApiKey(em, id))
        if (revoked.length === 0) throw new NotFound(`API key with id: ${id} was not found`)
        for (const one of revoked) console.log(`${one} revoked`)
      }),
    )
  return apiKey
}

function dateOf(text: string): Date {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw new InvalidData(`${text} is not a date`)
  return date
}
