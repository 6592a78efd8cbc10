/** A founder on the About page. Kept out of campus.ts, which every page loads. */
export interface Founder {
  readonly name: string
  readonly studyField: string
  readonly bio: string
  /** A link to the founder's page on another site; placeholders have none. */
  readonly link?: { readonly label: string; readonly url: string }
}

export const founderQuote =
  'We were tired of scrolling through chaotic groups to find a room or a used textbook, so we built the marketplace we wished our campus had.'

export const founders: readonly Founder[] = [
  {
    name: 'Founder One',
    studyField: 'Computer Science',
    bio: 'Keeps the listings fast and the forms short.',
  },
  {
    name: 'Founder Two',
    studyField: 'Business Administration',
    bio: 'Talks to students about what they buy, sell and rent.',
  },
  {
    name: 'Founder Three',
    studyField: 'Systems Design Engineering',
    bio: 'Draws the screens and worries about every word on them.',
  },
]
