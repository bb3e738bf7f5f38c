import { Command } from 'commander'
import { inTransaction } from '#database/transaction.ts'
import { sendInvite } from '#entities/people/invite/send-invite.ts'
import { SignedTokens } from '#server/auth/tokens.ts'
import { findInviteLink } from '#server/auth/user-links.ts'
import type { WithShop } from '../process/with-shop.ts'

export const inviteCommand = (withShop: WithShop): Command =>
  new Command('invite')
    .description('Invite a user and print the link of the invitation, which is valid for 7 days')
    .requiredOption('--email <email>', 'e-mail address of the new user')
    .option('--role <name>', 'role of the user', 'member')
    .action((invitation: { email: string; role: string }) =>
      withShop(async ({ orm, config }) => {
        const tokens = new SignedTokens(config.sessionSecret)
        const { token } = await inTransaction(orm.em, (em) => sendInvite(em, tokens, invitation))
        console.log(await findInviteLink(orm.em.fork(), { adminUrl: config.adminUrl, token }))
      }),
    )
