import { Invite } from '#entities/people/invite/invite.ts'
import { columnsOf } from '../reading/columns.ts'
import { defineResource } from '../reading/define-resource.ts'

/** An invitation without its token, which is not stored. */
export const InviteResource = defineResource({ name: 'Invite', entity: Invite, columns: columnsOf(Invite) })
