import { Command } from 'commander'
import type { Program } from '#server/hosting/open-shop.ts'
import { recordAction } from '#server/hosting/people/directory-audit.ts'
import { addMember, listMembers, removeMember } from '#server/hosting/people/members.ts'
import { resetFactor } from '#server/hosting/people/operator-factor.ts'
import type { WithProgram } from './shops.ts'

interface RecordedCommand {
  action: string
  email: string
  shop?: string
}

const record = (
  { directory }: Program,
  { action, email, shop }: RecordedCommand,
  run: () => Promise<void>,
): Promise<void> =>
  recordAction(directory.people.em, { actor: 'command line', action, shop_id: shop ?? null, details: { email } }, run)

const printAdded = (email: string, text: string, password: string | undefined) =>
  console.log(password === undefined ? `${email} ${text}` : `${email} ${text}, password ${password}`)

/** The persons that manage the shops at `OPERATOR_HOST`. */
export function operatorCommand(withProgram: WithProgram): Command {
  const operator = new Command('operator').description('Manage the operators of the console at OPERATOR_HOST')
  operator
    .command('add')
    .description('Add an operator')
    .argument('<email>')
    .option('--password <password>', 'default: a generated password, which is printed once')
    .action((email: string, { password }: { password?: string }) =>
      withProgram((program) =>
        record(program, { action: 'operators.add', email }, async () => {
          const person = await program.directory.people.addOperator(email, password)
          printAdded(person.email, 'is an operator', person.generatedPassword)
        }),
      ),
    )
  operator
    .command('password')
    .description(
      'Replace the password of a person and end its sessions. Without --password, the new one is printed once',
    )
    .argument('<email>')
    .option('--password <password>')
    .action((email: string, { password }: { password?: string }) =>
      withProgram((program) =>
        record(program, { action: 'operators.password', email }, async () => {
          const { people } = program.directory
          const { id } = await people.get(email)
          const generated = await people.replacePassword(id, password)
          printAdded(email, 'has a new password', generated)
        }),
      ),
    )
  operator
    .command('reset-second-factor')
    .description('Remove the authenticator app of an operator that has lost it, and end its sessions')
    .argument('<email>')
    .action((email: string) =>
      withProgram((program) =>
        record(program, { action: 'operators.resetSecondFactor', email }, async () => {
          const { people, orm } = program.directory
          await resetFactor(orm, await people.get(email))
          console.log(`${email} has no second factor`)
        }),
      ),
    )
  operator
    .command('list')
    .description('List the operators')
    .action(() =>
      withProgram(async ({ directory }) => {
        for (const { email } of await directory.people.operators()) console.log(email)
      }),
    )
  operator
    .command('remove')
    .description('Remove an operator and end its sessions')
    .argument('<email>')
    .action((email: string) =>
      withProgram((program) =>
        record(program, { action: 'operators.remove', email }, async () => {
          await program.directory.people.removeOperator(email)
          console.log(`${email} is no operator`)
        }),
      ),
    )
  return operator
}

/** The persons with users in several shops. */
export function memberCommand(withProgram: WithProgram): Command {
  const member = new Command('member').description('Manage the persons that switch between shops in the console')
  member
    .command('add')
    .description('Link a person to its user in a shop')
    .argument('<shop>')
    .argument('<email>', 'e-mail address of the person')
    .option('--user <email>', 'e-mail address of the user in the shop, if it is another one')
    .option('--role <name>', 'role of a new user. Without it, the user must exist')
    .action((shop: string, email: string, options: { user?: string; role?: string }) =>
      withProgram((program) =>
        record(program, { action: 'members.add', email, shop }, async () => {
          const added = await addMember(program, { shop, email, ...options })
          printAdded(added.email, `is a member of ${shop}`, added.generatedPassword)
        }),
      ),
    )
  member
    .command('list')
    .description('List the members of a shop, or of all shops')
    .argument('[shop]')
    .action((shop?: string) =>
      withProgram(async (program) => {
        for (const { shop_id, email } of await listMembers(program, shop ?? null)) console.log(`${shop_id}\t${email}`)
      }),
    )
  member
    .command('remove')
    .description('End the link, and all sessions of the user in the shop')
    .argument('<shop>')
    .argument('<email>', 'e-mail address of the person')
    .action((shop: string, email: string) =>
      withProgram((program) =>
        record(program, { action: 'members.remove', email, shop }, async () => {
          await removeMember(program, { shop, email })
          console.log(`${email} is no member of ${shop}`)
        }),
      ),
    )
  return member
}
