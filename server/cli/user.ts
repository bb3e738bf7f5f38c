import { Command } from 'commander'
import { createUserPasswordToken } from '#entities/people/user/reset-password.ts'
import { SignedTokens } from '#server/auth/tokens.ts'
import { passwordLink } from '#server/auth/user-links.ts'
import { addUser, issueApiToken, resetSecondFactor } from '#server/database/administrator.ts'
import type { WithShop } from '#server/process/with-shop.ts'

type NewUser = { email: string; password?: string; role: string }

export function userCommand(withShop: WithShop): Command {
  const user = new Command('user').description('Manage the users of the administration')
  user
    .command('add')
    .description('Add a user')
    .requiredOption('--email <email>', 'e-mail address of the user')
    .option('--password <password>', 'default: a generated password, which is printed once')
    .option('--role <name>', 'role of the user', 'member')
    .action((options: NewUser) =>
      withShop(async ({ orm }) => {
        const { email, generatedPassword } = await addUser(orm, options)
        console.log(generatedPassword ? `${email} added, password ${generatedPassword}` : `${email} added`)
      }),
    )
  user
    .command('token')
    .description('Replace the API token of a user and print the new one, which is not shown again')
    .requiredOption('--email <email>', 'e-mail address of the user')
    .action(({ email }: { email: string }) =>
      withShop(async ({ orm }) => {
        console.log(await issueApiToken(orm, email))
      }),
    )
  user
    .command('password')
    .description('Print a link with which a user sets a new password. It is valid for 15 minutes')
    .requiredOption('--email <email>', 'e-mail address of the user')
    .action(({ email }: { email: string }) =>
      withShop(async ({ orm, config }) => {
        const tokens = new SignedTokens(config.sessionSecret)
        const token = await createUserPasswordToken(orm.em.fork(), tokens, email)
        console.log(passwordLink({ adminUrl: config.adminUrl, token }))
      }),
    )
  user
    .command('reset-two-factor')
    .description('Remove the authenticator app, passkeys and recovery codes of a user, and end its sessions')
    .requiredOption('--email <email>', 'e-mail address of the user')
    .action(({ email }: { email: string }) =>
      withShop(async ({ orm }) => {
        await resetSecondFactor(orm, email)
        console.log(`${email} logs in with its password`)
      }),
    )
  return user
}
