import { paintedText } from './previewOthers.ts';
import { type Contender, PICTURE, POSE, SIDE, SOURCES, TEXTS } from './previewWork.ts';

const vertexShader = `#version 300 es
uniform vec4 place;
uniform vec2 size;
out vec2 at;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 own = (corner - 0.5) * size;
  vec2 point = place.xy + mat2(place.z, place.w, -place.w, place.z) * own;
  at = corner;
  gl_Position = vec4(point / ${SIDE / 2}.0 - 1.0, 0, 1) * vec4(1, -1, 1, 1);
}`;

const fragmentShader = `#version 300 es
precision mediump float;
uniform sampler2D picture;
in vec2 at;
out vec4 color;
void main() { color = texture(picture, at); }`;

/** Draws directly with WebGL2: one draw call per image, with its place as a uniform. */
export const plainWebgl: Contender = {
  async setUp(host, count, { images }) {
    const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
    host.append(canvas);
    const gl = canvas.getContext('webgl2', { alpha: false, antialias: false }) as WebGL2RenderingContext;
    const program = programOf(gl);
    // biome-ignore lint/correctness/useHookAtTopLevel: a call of WebGL, no hook of React.
    gl.useProgram(program);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.clearColor(1, 1, 1, 1);
    const [place, size] = [gl.getUniformLocation(program, 'place'), gl.getUniformLocation(program, 'size')];
    const pictures = images.slice(0, SOURCES).map((image) => textureOf(gl, image));
    const texts = Array.from({ length: TEXTS }, (_, i) => {
      const text = paintedText(i);
      return { ...text, texture: textureOf(gl, text.canvas) };
    });
    return {
      frame(poses) {
        gl.clear(gl.COLOR_BUFFER_BIT);
        gl.uniform2f(size, PICTURE, PICTURE);
        for (let i = 0; i < count; i += 1) {
          const radians = ((poses[i * POSE + 2] as number) * Math.PI) / 180;
          gl.bindTexture(gl.TEXTURE_2D, pictures[i % SOURCES] as WebGLTexture);
          gl.uniform4f(
            place,
            poses[i * POSE] as number,
            poses[i * POSE + 1] as number,
            Math.cos(radians),
            Math.sin(radians),
          );
          gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
        }
        for (const { canvas: text, x, y, texture } of texts) {
          gl.bindTexture(gl.TEXTURE_2D, texture);
          gl.uniform2f(size, text.width, text.height);
          gl.uniform4f(place, x + text.width / 2, y + text.height / 2, 1, 0);
          gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
        }
      },
      dispose: () => gl.getExtension('WEBGL_lose_context')?.loseContext(),
    };
  },
};

function programOf(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ] as const) {
    const shader = gl.createShader(type) as WebGLShader;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? 'no program');
  return program;
}

function textureOf(gl: WebGL2RenderingContext, source: HTMLImageElement | HTMLCanvasElement): WebGLTexture {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, source);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return texture;
}
