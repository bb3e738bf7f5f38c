import { Command, Option } from 'commander'
import { USER_ROLES, type UserRole } from '#entities/people/user/user.ts'
import { withShop } from '#server/cli/with-shop.ts'
import { addUser, issueApiToken } from '#server/database/administrator.ts'

type NewUser = { email: string; password?: string; role: UserRole }

/** `shop user …`: who may use the administration. */
export function userCommand(): Command {
  const user = new Command('user').description('who may use the administration')
  user
    .command('add')
    .description('add a user')
    .requiredOption('--email <email>', 'the address to log in with')
    .option('--password <password>', 'made and shown once when it is left out')
    .addOption(new Option('--role <role>').choices(USER_ROLES).default('member'))
    .action((options: NewUser) =>
      withShop(async (orm) => {
        const { email, generatedPassword } = await addUser(orm, options)
        console.log(generatedPassword ? `${email} added, password ${generatedPassword}` : `${email} added`)
      }),
    )
  user
    .command('token')
    .description('make an API token for a user, in place of the one before; it is shown once')
    .requiredOption('--email <email>', 'the address of the user')
    .action(({ email }: { email: string }) =>
      withShop(async (orm) => {
        console.log(await issueApiToken(orm, email))
      }),
    )
  return user
}
