import { PALETTES, type PaletteName } from '../palettes.ts'
import { seededRandom } from '../seeded-random.ts'
import { bareRoom, hookWall, readingDesk, tabletop } from '../surfaces.ts'
import { closeUp, group, mirrored, svgDocument } from '../svg.ts'
import { backpack, hoodie, labCoat, parka } from './clothing.ts'
import {
  calculator,
  gameConsole,
  headphones,
  laptop,
  mechanicalKeyboard,
  monitor,
} from './electronics.ts'
import { bookshelf, couch, mattress, standingLamp, writingDesk } from './furniture.ts'
import {
  boardGames,
  coffeeMaker,
  houseplants,
  microwave,
  miniFridge,
  potsAndPans,
} from './household.ts'
import { digitalPiano, guitar } from './instruments.ts'
import { bike, skates } from './outdoor-gear.ts'
import { invitation, lanyard, tickets } from './paper-goods.ts'
import type { Thing } from './thing.ts'

const THINGS = {
  'concert tickets': tickets('LIVE TONIGHT', 'note', 2),
  'hockey tickets': tickets('GAME DAY', 'puck', 2),
  'basketball tickets': tickets('COURTSIDE', 'ball', 3),
  'ski pass': tickets('SKI TRIP', 'flake', 1),
  'frosh badge': lanyard('FROSH'),
  invitation: invitation('You are invited'),
  laptop,
  monitor,
  keyboard: mechanicalKeyboard,
  headphones,
  console: gameConsole,
  calculator,
  hoodie: hoodie('Q'),
  parka,
  'lab coat': labCoat,
  backpack,
  bike,
  skates,
  guitar,
  piano: digitalPiano,
  microwave,
  'mini fridge': miniFridge,
  pots: potsAndPans,
  'coffee maker': coffeeMaker,
  'board games': boardGames,
  plants: houseplants,
  sofa: couch,
  desk: writingDesk,
  bookshelf,
  lamp: standingLamp,
  mattress,
} satisfies Record<string, Thing>

export type ThingName = keyof typeof THINGS

const PLACES = { floor: bareRoom, table: readingDesk, tabletop, hook: hookWall }

const fromAnotherSide = ({ place, neverMirrored }: Thing, scene: string): string => {
  if (place === 'tabletop') {
    return group([scene], {
      transform: 'translate(640 480) rotate(-17) scale(1.45) translate(-640 -480)',
    })
  }
  return closeUp(neverMirrored ? scene : mirrored(scene), 640, 540, 1.3)
}

/** First the whole thing, then from another side, then two details. */
export function drawThing(
  name: ThingName,
  paletteName: PaletteName,
  shot: number,
  seed: string,
): string {
  const thing: Thing = THINGS[name]
  const palette = PALETTES[paletteName]
  const surroundings = PLACES[thing.place](palette, seededRandom(`${seed}/place`))
  const scene = surroundings + thing.draw(palette, seededRandom(`${seed}/look`))
  if (shot === 0)
    return svgDocument(thing.place === 'floor' ? closeUp(scene, 640, 500, 1.12) : scene)
  if (shot === 1) return svgDocument(fromAnotherSide(thing, scene))
  const [x, y] = thing.details[shot === 2 ? 0 : 1]
  return svgDocument(closeUp(scene, x, y, shot === 2 ? 2 : 1.7))
}
