import Konva from 'konva';
import { Application, Sprite, Text, Texture } from 'pixi.js';
import { type Contender, PICTURE, POSE, SIDE, SOURCES, TEXTS, textAt } from './previewWork.ts';

const textStyle = { size: 72, fill: '#000000', outline: '#ffffff', outlineWidth: 5 };

/** Draws directly with Canvas 2D; each text is painted once on its own canvas. */
export const plainCanvas: Contender = {
  async setUp(host, count, { images }) {
    const canvas = document.createElement('canvas');
    canvas.width = SIDE;
    canvas.height = SIDE;
    host.append(canvas);
    const ctx = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
    const texts = Array.from({ length: TEXTS }, (_, i) => paintedText(i));
    return {
      frame(poses) {
        ctx.setTransform(1, 0, 0, 1, 0, 0);
        ctx.fillStyle = '#ffffff';
        ctx.fillRect(0, 0, SIDE, SIDE);
        for (let i = 0; i < count; i += 1) {
          const radians = ((poses[i * POSE + 2] as number) * Math.PI) / 180;
          const cos = Math.cos(radians);
          const sin = Math.sin(radians);
          ctx.setTransform(cos, sin, -sin, cos, poses[i * POSE] as number, poses[i * POSE + 1] as number);
          ctx.drawImage(images[i % SOURCES] as HTMLImageElement, -PICTURE / 2, -PICTURE / 2);
        }
        ctx.setTransform(1, 0, 0, 1, 0, 0);
        for (let i = 0; i < TEXTS; i += 1) {
          const { canvas: text, x, y } = texts[i] as (typeof texts)[number];
          ctx.drawImage(text, x, y);
        }
      },
      dispose() {},
    };
  },
};

/** A text that is painted once, with its position. */
export function paintedText(i: number): { canvas: HTMLCanvasElement; x: number; y: number } {
  const { text, x, y, width, height } = textAt(i);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const ctx = canvas.getContext('2d') as CanvasRenderingContext2D;
  ctx.font = `bold ${textStyle.size}px sans-serif`;
  ctx.textBaseline = 'top';
  ctx.strokeStyle = textStyle.outline;
  ctx.lineWidth = textStyle.outlineWidth;
  ctx.fillStyle = textStyle.fill;
  ctx.strokeText(text, 5, 5);
  ctx.fillText(text, 5, 5);
  return { canvas, x, y };
}

/**
 * Konva according to its performance tips: no listening, no perfect drawing, no strokes to redraw, static texts on a
 * separate layer.
 */
export const konva: Contender = {
  async setUp(host, count, { images }) {
    const container = document.createElement('div');
    host.append(container);
    Konva.pixelRatio = 1;
    Konva.autoDrawEnabled = false;
    const stage = new Konva.Stage({ container, width: SIDE, height: SIDE, listening: false });
    const moving = new Konva.Layer({ listening: false });
    const still = new Konva.Layer({ listening: false });
    stage.add(moving, still);
    const common = { listening: false, perfectDrawEnabled: false, shadowForStrokeEnabled: false };
    const nodes = Array.from({ length: count }, (_, i) => {
      const image = images[i % SOURCES] as HTMLImageElement;
      return new Konva.Image({ image, offsetX: PICTURE / 2, offsetY: PICTURE / 2, ...common });
    });
    moving.add(...nodes);
    for (let i = 0; i < TEXTS; i += 1) {
      const { text, x, y } = textAt(i);
      const { size: fontSize, fill, outline: stroke, outlineWidth: strokeWidth } = textStyle;
      still.add(
        new Konva.Text({ text, x, y, fontSize, fill, stroke, strokeWidth, fillAfterStrokeEnabled: true, ...common }),
      );
    }
    stage.draw();
    return {
      frame(poses) {
        for (let i = 0; i < count; i += 1) {
          const node = nodes[i] as Konva.Image;
          node.x(poses[i * POSE] as number);
          node.y(poses[i * POSE + 1] as number);
          node.rotation(poses[i * POSE + 2] as number);
        }
        moving.drawScene();
      },
      dispose: () => stage.destroy(),
    };
  },
};

/** PixiJS on WebGL: sprites with shared textures, no events, ticker stopped. */
export const pixi: Contender = {
  async setUp(host, count, { images }) {
    const app = new Application();
    await app.init({
      width: SIDE,
      height: SIDE,
      background: '#ffffff',
      preference: 'webgl',
      antialias: false,
      autoStart: false,
      eventFeatures: { move: false, globalMove: false, click: false, wheel: false },
    });
    app.ticker.stop();
    host.append(app.canvas);
    const textures = images.map((image) => Texture.from(image));
    const sprites = Array.from({ length: count }, (_, i) => {
      const sprite = new Sprite({ texture: textures[i % SOURCES] as Texture, anchor: 0.5, eventMode: 'none' });
      app.stage.addChild(sprite);
      return sprite;
    });
    for (let i = 0; i < TEXTS; i += 1) {
      const { text, x, y } = textAt(i);
      const stroke = { color: textStyle.outline, width: textStyle.outlineWidth };
      const label = new Text({ text, style: { fontSize: textStyle.size, fill: textStyle.fill, stroke }, x, y });
      app.stage.addChild(label);
    }
    app.renderer.render(app.stage);
    return {
      frame(poses) {
        for (let i = 0; i < count; i += 1) {
          const sprite = sprites[i] as Sprite;
          sprite.position.set(poses[i * POSE] as number, poses[i * POSE + 1] as number);
          sprite.angle = poses[i * POSE + 2] as number;
        }
        app.renderer.render(app.stage);
      },
      dispose: () => app.destroy({ removeView: true, releaseGlobalResources: true }, { children: true }),
    };
  },
};
