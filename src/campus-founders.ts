/** For the About page alone; campus.ts is part of the code of every page. */
export interface Founder {
  readonly name: string
  readonly studyField: string
  readonly bio: string
  /** Their page elsewhere; placeholders have none. */
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
