//! The GPU side of instancing: one rectangle, drawn once for each instance of the crowd.

use egui_macroquad::egui::Rect;
use macroquad::miniquad::{
    Backend, Bindings, BlendFactor, BlendState, BlendValue, BufferId, BufferLayout, BufferSource, BufferType,
    BufferUsage, Equation, PassAction, Pipeline, PipelineParams, RenderingBackend, ShaderMeta, ShaderSource,
    UniformBlockLayout, UniformDesc, UniformType, UniformsSource, VertexAttribute, VertexFormat, VertexStep,
};

use super::crowd::Instance;

/// Instance buffers used in turn, so that none is written while the GPU may still read it.
const TURNS: usize = 3;
/// Least capacity of an instance buffer.
const LEAST: usize = 4096;

/// Pipeline and buffers that draw instances.
#[derive(Debug)]
pub struct Graphics {
    pipeline: Pipeline,
    corners: BufferId,
    indices: BufferId,
    instances: [BufferId; TURNS],
    turn: usize,
}

impl Graphics {
    /// `None` where the driver has no instancing (OpenGL before 3), or refuses the shader.
    pub fn new(context: &mut dyn RenderingBackend) -> Option<Self> {
        let info = context.info();
        if !info.features.instancing || info.backend != Backend::OpenGl {
            return None;
        }
        let source = ShaderSource::Glsl { vertex: VERTEX, fragment: FRAGMENT };
        let uniforms = vec![
            UniformDesc::new("u_screen", UniformType::Float2),
            UniformDesc::new("u_pixels", UniformType::Float1),
        ];
        let meta = ShaderMeta { images: Vec::new(), uniforms: UniformBlockLayout { uniforms } };
        let shader = context.new_shader(source, meta).ok()?;
        let instance = |name, format| VertexAttribute::with_buffer(name, format, 1);
        let blend = BlendState::new(
            Equation::Add,
            BlendFactor::One,
            BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
        );
        let pipeline = context.new_pipeline(
            &[
                BufferLayout::default(),
                BufferLayout { step_func: VertexStep::PerInstance, ..BufferLayout::default() },
            ],
            &[
                VertexAttribute::with_buffer("a_corner", VertexFormat::Float2, 0),
                instance("a_center", VertexFormat::Float2),
                instance("a_axis", VertexFormat::Float2),
                instance("a_shape", VertexFormat::Float4),
                instance("a_fill", VertexFormat::Byte4),
                instance("a_line", VertexFormat::Byte4),
            ],
            shader,
            PipelineParams { color_blend: Some(blend), ..PipelineParams::default() },
        );
        let corners: [[f32; 2]; 4] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let indices: [u16; 6] = [0, 1, 2, 0, 2, 3];
        let vertices = BufferType::VertexBuffer;
        Some(Self {
            pipeline,
            corners: context.new_buffer(vertices, BufferUsage::Immutable, BufferSource::slice(&corners)),
            indices: context.new_buffer(
                BufferType::IndexBuffer,
                BufferUsage::Immutable,
                BufferSource::slice(&indices),
            ),
            instances: [(); TURNS].map(|()| {
                context.new_buffer(vertices, BufferUsage::Stream, BufferSource::empty::<Instance>(LEAST))
            }),
            turn: 0,
        })
    }

    /// Draws the instances, clipped to `clip`. `screen`: the window's size in pixels.
    pub fn draw(
        &mut self,
        context: &mut dyn RenderingBackend,
        instances: &[Instance],
        clip: Rect,
        screen: (f32, f32),
        pixels_per_point: f32,
    ) {
        if instances.is_empty() {
            return;
        }
        let buffer = self.buffer(context, instances);
        let scale = pixels_per_point;
        let edge = |value: f32, most: f32| (value * scale).clamp(0.0, most).round() as i32;
        let (left, right) = (edge(clip.min.x, screen.0), edge(clip.max.x, screen.0));
        let (top, bottom) = (edge(clip.min.y, screen.1), edge(clip.max.y, screen.1));
        context.begin_default_pass(PassAction::Nothing);
        context.apply_pipeline(&self.pipeline);
        context.apply_scissor_rect(left, screen.1 as i32 - bottom, right - left, bottom - top);
        context.apply_bindings(&Bindings {
            vertex_buffers: vec![self.corners, buffer],
            index_buffer: self.indices,
            images: Vec::new(),
        });
        let screen = [screen.0 / scale, screen.1 / scale];
        context.apply_uniforms(UniformsSource::table(&Uniforms { screen, pixels: scale }));
        context.draw(0, 6, i32::try_from(instances.len()).unwrap_or(i32::MAX));
        context.end_render_pass();
    }

    /// The next buffer, filled; it is replaced where it is too small.
    fn buffer(&mut self, context: &mut dyn RenderingBackend, instances: &[Instance]) -> BufferId {
        self.turn = (self.turn + 1) % TURNS;
        let slot = &mut self.instances[self.turn];
        if context.buffer_size(*slot) < size_of_val(instances) {
            context.delete_buffer(*slot);
            let room = instances.len().next_power_of_two();
            *slot = context.new_buffer(
                BufferType::VertexBuffer,
                BufferUsage::Stream,
                BufferSource::empty::<Instance>(room),
            );
        }
        context.buffer_update(*slot, BufferSource::slice(instances));
        *slot
    }
}

#[repr(C)]
struct Uniforms {
    screen: [f32; 2],
    pixels: f32,
}

/// Vertex shader: places the rectangle around the instance, a pixel larger, and passes on its frame in
/// pixels.
const VERTEX: &str = r#"#version 100
uniform vec2 u_screen;
uniform float u_pixels;
attribute vec2 a_corner;
attribute vec2 a_center;
attribute vec2 a_axis;
attribute vec4 a_shape;
attribute vec4 a_fill;
attribute vec4 a_line;
varying vec2 v_at;
varying vec4 v_shape;
varying float v_length;
varying vec4 v_fill;
varying vec4 v_line;

void main() {
    float len = length(a_axis);
    vec2 x = len > 0.0 ? a_axis / len : vec2(1.0, 0.0);
    vec2 y = vec2(-x.y, x.x);
    float kind = a_shape.z;
    vec2 low;
    vec2 high;
    if (kind < 1.5) {
        high = vec2(len, a_shape.x);
        low = -high;
    } else if (kind < 2.5) {
        high = vec2(len, max(a_shape.x, 0.42 * a_shape.w));
        low = vec2(min(-len, len - a_shape.w), -high.y);
    } else {
        high = max(vec2(len, 0.0), a_shape.xw);
        low = min(vec2(0.0), a_shape.xw);
    }
    float around = a_shape.y + 1.0 / u_pixels;
    vec2 at = mix(low - around, high + around, 0.5 * a_corner + 0.5);
    vec2 place = a_center + x * at.x + y * at.y;
    gl_Position = vec4(2.0 * place.x / u_screen.x - 1.0, 1.0 - 2.0 * place.y / u_screen.y, 0.0, 1.0);
    v_at = at * u_pixels;
    v_shape = vec4(a_shape.xy * u_pixels, kind, a_shape.w * u_pixels);
    v_length = len * u_pixels;
    v_fill = a_fill / 255.0;
    v_line = a_line / 255.0;
}
"#;

/// Fragment shader: the pixel's coverage, from its distance to the edge.
const FRAGMENT: &str = r#"#version 100
precision highp float;
varying vec2 v_at;
varying vec4 v_shape;
varying float v_length;
varying vec4 v_fill;
varying vec4 v_line;

float share(float inside) {
    return clamp(0.5 + inside, 0.0, 1.0);
}

float in_box(vec2 at, vec2 half_size) {
    vec2 inside = half_size - abs(at);
    return share(inside.x) * share(inside.y);
}

float side(vec2 from, vec2 to, vec2 at, float turn) {
    vec2 along = normalize(to - from);
    vec2 d = at - from;
    return turn * (along.x * d.y - along.y * d.x);
}

void main() {
    float kind = v_shape.z;
    float edge = v_shape.y;
    float inside;
    float line = 0.0;
    if (kind < 0.5) {
        float depth = v_shape.x - length(v_at);
        inside = share(depth);
        line = share(depth + edge) - share(depth - edge);
    } else if (kind < 1.5) {
        vec2 size = vec2(v_length, v_shape.x);
        inside = in_box(v_at, size);
        vec2 inner = size - edge;
        line = in_box(v_at, size + edge) - (min(inner.x, inner.y) > 0.0 ? in_box(v_at, inner) : 0.0);
    } else if (kind < 2.5) {
        float head = v_shape.w;
        float neck = v_length - min(0.8 * head, 2.0 * v_length);
        float middle = 0.5 * (neck - v_length);
        float shaft = in_box(vec2(v_at.x - middle, v_at.y), vec2(0.5 * (neck + v_length), v_shape.x));
        float slope = (0.42 * (v_length - v_at.x) - abs(v_at.y)) * 0.922;
        inside = max(shaft, share(min(v_at.x - (v_length - head), slope)));
    } else {
        vec2 tip = vec2(v_length, 0.0);
        vec2 third = v_shape.xw;
        float turn = third.y < 0.0 ? -1.0 : 1.0;
        float depth = turn * v_at.y;
        depth = min(depth, side(tip, third, v_at, turn));
        depth = min(depth, side(third, vec2(0.0), v_at, turn));
        inside = share(depth);
    }
    line = edge > 0.0 ? line : 0.0;
    gl_FragColor = v_line * line + v_fill * inside * (1.0 - v_line.a * line);
}
"#;
