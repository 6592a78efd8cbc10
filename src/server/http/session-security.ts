/** `security` in the schema of a route that needs a session, where none of its hooks says so to `describeOperation`. */
export const sessionSecurity = [{ session: [] }]
