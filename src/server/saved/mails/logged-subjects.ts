/** In place of subjects that have words of students, where they are logged, kept or exported. */
export const loggedSubjects = {
  found: 'New listings of saved searches',
  favourites: 'News about saved listings',
  both: 'New listings of saved searches, and news about saved listings',
  stillLooking: 'Still looking?',
}

export function loggedSubject(counts: { found: number; favourites: number }): string {
  if (counts.found === 0) return loggedSubjects.favourites
  return counts.favourites === 0 ? loggedSubjects.found : loggedSubjects.both
}
