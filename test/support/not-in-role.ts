/** The refusal of a procedure that the role of the user does not allow. */
export const notInRole = (role: string, procedure: string) =>
  [403, 'forbidden', `Your role ${role} does not allow ${procedure}. Ask an administrator of the shop for it.`] as const
