import { type BookLook, type BookView, drawBook } from './books/draw-book.ts'
import { drawHome, type HomeView } from './home/draw-home.ts'
import type { HomeLook } from './home/setting.ts'
import type { PaletteName } from './palettes.ts'
import { drawThing, type ThingName } from './things/draw-thing.ts'

export type Scene =
  | ({ kind: 'home'; views: readonly [HomeView, ...HomeView[]] } & HomeLook)
  | ({ kind: 'book'; views: readonly [BookView, ...BookView[]]; words: BookWords } & BookLook)
  | { kind: 'thing'; thing: ThingName; palette: PaletteName; shots: 1 | 2 | 3 | 4 }

interface BookWords {
  title: string
  author: string
}

/** Every photo of one listing as SVG, the cover first; the same seed draws the same photos. */
export function drawPhotos(scene: Scene, seed: string): string[] {
  switch (scene.kind) {
    case 'home':
      return scene.views.map((view) => drawHome(scene, view, seed))
    case 'book':
      return scene.views.map((view) => drawBook(scene, scene.words, view, seed))
    case 'thing':
      return Array.from({ length: scene.shots }, (_, shot) =>
        drawThing(scene.thing, scene.palette, shot, seed),
      )
  }
}
