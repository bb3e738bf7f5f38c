export const SESSION_SECRET = 'a secret of thirty-two characters'
