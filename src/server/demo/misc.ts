import type { DemoListing } from './demo-listing.ts'
import { outingsAndHobbies } from './misc-outings-and-hobbies.ts'
import { roomAndDesk } from './misc-room-and-desk.ts'

export const miscItems: DemoListing[] = [...outingsAndHobbies, ...roomAndDesk].map((posting) => ({
  category: 'misc',
  ...posting,
}))
