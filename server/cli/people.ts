import { Command } from 'commander'
import type { Program } from '#server/hosting/open-shop.ts'
import { recordAction } from '#server/hosting/people/directory-audit.ts'
import { addMember, listMembers, removeMember } from '#server/hosting/people/members.ts'
import type { WithProgram } from './shops.ts'

const ACTOR = 'command line'

const printAdded = (email: string, text: string, password: string | undefined) =>
  console.log(password === undefined ? `${email} ${text}` : `${email} ${text}, password ${password}`)

/** The persons that manage the shops at `OPERATOR_HOST`. */
export function operatorCommand(withProgram: WithProgram): Command {
  const operator = new Command('operator').description('Manage the operators of the console at OPERATOR_HOST')
  const record = ({ directory }: Program, action: string, email: string, run: () => Promise<void>) =>
    recordAction(
      directory.people.em,
      { actor: ACTOR, action: `operators.${action}`, shop_id: null, details: { email } },
      run,
    )
  operator
    .command('add')
    .description('Add an operator')
    .argument('<email>')
    .option('--password <password>', 'default: a generated password, which is printed once')
    .action((email: string, { password }: { password?: string }) =>
      withProgram((program) =>
        record(program, 'add', email, async () => {
          const { people } = program.directory
          const person = await people.ensure(email, password)
          await people.setOperator(person.id, true)
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
        record(program, 'password', email, async () => {
          const { people } = program.directory
          const { id } = await people.get(email)
          const generated = await people.replacePassword(id, password)
          printAdded(email, 'has a new password', generated)
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
        record(program, 'remove', email, async () => {
          const { people } = program.directory
          await people.setOperator((await people.get(email)).id, false)
          console.log(`${email} is no operator`)
        }),
      ),
    )
  return operator
}

/** The persons with users in several shops. */
export function memberCommand(withProgram: WithProgram): Command {
  const member = new Command('member').description('Manage the persons that switch between shops in the console')
  const record = (
    { directory }: Program,
    action: string,
    link: { shop: string; email: string },
    run: () => Promise<void>,
  ) =>
    recordAction(
      directory.people.em,
      { actor: ACTOR, action: `members.${action}`, shop_id: link.shop, details: { email: link.email } },
      run,
    )
  member
    .command('add')
    .description('Link a person to its user in a shop')
    .argument('<shop>')
    .argument('<email>', 'e-mail address of the person')
    .option('--user <email>', 'e-mail address of the user in the shop, if it is another one')
    .option('--role <name>', 'role of a new user. Without it, the user must exist')
    .action((shop: string, email: string, options: { user?: string; role?: string }) =>
      withProgram((program) =>
        record(program, 'add', { shop, email }, async () => {
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
        record(program, 'remove', { shop, email }, async () => {
          await removeMember(program, { shop, email })
          console.log(`${email} is no member of ${shop}`)
        }),
      ),
    )
  return member
}
