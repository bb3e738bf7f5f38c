/** A JSON answer without the times of the last change, at any depth. */
export const withoutUpdatedAt = <Answer>(answer: Answer): Answer =>
  JSON.parse(JSON.stringify(answer, (key, value) => (key === 'updated_at' ? undefined : value)))
