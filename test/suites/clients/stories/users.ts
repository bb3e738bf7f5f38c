import type { Story } from '../visit.ts'

export const manageUsers: Story = async ({ client: { admin }, mailedToken }) => {
  const email = 'dorothy@example.com'
  const person = { first_name: 'Dorothy', last_name: 'Vaughan' }
  const { user } = await admin.users.create({ ...person, email, role: 'member', password: 'a library' })
  await admin.users.update(user.id, { first_name: 'Dot' })
  await admin.users.retrieve(user.id)
  await admin.users.list()
  await admin.users.sendResetPasswordToken({ email })
  await admin.users.resetPassword({ email, password: 'a new library', token: await mailedToken(email) })
  await admin.users.delete(user.id)
}

export const inviteUsers: Story = async ({ client: { admin } }) => {
  await admin.invites.create({ user: 'katherine@example.com', role: 'member' })
  await admin.invites.create({ user: 'annie@example.com', role: 'member' })
  const { invites } = await admin.invites.list()
  const [accepted, other] = invites
  await admin.invites.resend(other.id)
  await admin.invites.delete(other.id)
  const user = { first_name: 'Katherine', last_name: 'Johnson', password: 'a trajectory' }
  await admin.invites.accept({ token: accepted.token, user })
}

export const writeNotes: Story = async ({ client: { admin } }) => {
  const { products } = await admin.products.list({ limit: 1 })
  const subject = { resource_id: products[0].id, resource_type: 'product' }
  const { note } = await admin.notes.create({ ...subject, value: 'Order more' })
  await admin.notes.update(note.id, { value: 'Ordered' })
  await admin.notes.retrieve(note.id)
  await admin.notes.list({ resource_id: subject.resource_id })
  await admin.notes.delete(note.id)
}

export const sendNotificationAgain: Story = async ({ client: { admin }, waitFor }) => {
  const findOrderMail = async () =>
    (await admin.notifications.list({ event_name: 'order.placed' })).notifications[0] as { id: string } | undefined
  const notification = await waitFor(findOrderMail)
  await admin.notifications.resend(notification.id, { to: 'archive@example.com' })
}

export const callAnyPath: Story = async ({ client: { admin } }) => {
  await admin.custom.get('/return-reasons', { limit: 1 })
  const { return_reason } = await admin.custom.post('/return-reasons', { value: 'other', label: 'Other' })
  await admin.custom.delete(`/return-reasons/${return_reason.id}`)
}
