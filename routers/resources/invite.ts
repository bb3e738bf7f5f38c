import { Invite } from '#entities/people/invite/invite.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource } from '../reading/define-resource.ts'

export const InviteResource = defineResource({ name: 'Invite', entity: Invite, columns: columnsOf(Invite) })
