//! `query`.

use glam::Vec2;

use super::at_frame::{SceneAtFrame, state};
use super::{OutputFormat, QueryArgs, output};
use crate::platform::plain::{self, PlainWriter};
use crate::report::not_finite::NotFinite;
use crate::report::queries::QueryReport;
use crate::report::{Report, ReportOptions, WhichPairs};
use crate::scene::limit::Limit;
use crate::scene::numbers::vec2;
use crate::scene::query::ask::AskedQueries;
use crate::scene::{QueryForm, SceneQuery};

pub fn run(args: &QueryArgs) -> Result<(), String> {
    let SceneAtFrame { scene, world, recorded } = state(&args.state)?;
    let scene = scene.with_pieces(world.pieces());
    if let Some(NotFinite { frame, body, what, .. }) = NotFinite::of(&world) {
        let name = plain::quoted(&scene.shown_name(body));
        return Err(format!(
            "query: the {what} of body {name} is not finite in frame {frame}, where nothing has an answer"
        ));
    }
    let one = |name: &str, form: QueryForm| vec![SceneQuery::new(name, form)];
    let queries = match (args.ray, &args.closest, args.at) {
        (Some([from, to]), ..) => one("ray", QueryForm::Ray { from, to, of: None }),
        (None, Some(text), _) => {
            let refuse = |what| format!("--closest {}: {what}", plain::label(text));
            let [a, b] = scene.find_two(text).map_err(refuse)?.map(|found| scene.name_of(found));
            one("closest", QueryForm::Closest { a, b })
        }
        (None, None, Some(at)) => one("at", QueryForm::Point { at }),
        (None, None, None) => scene.queries.clone(),
    };
    if queries.is_empty() {
        let allowed = "allowed: --ray X,Y:X,Y, --closest A,B or --at X,Y, or a scene with queries";
        return Err(format!("query: nothing is asked, and the scene has no queries; {allowed}"));
    }
    let without_static = recorded.is_some();
    let options = ReportOptions { pairs: WhichPairs::Deepest(0), without_static, ..ReportOptions::default() };
    let mut report = Report::of(&scene, &world, &options);
    if let Some(recorded) = &recorded {
        recorded.put_moment(&mut report);
    }
    report.queries = QueryReport::of(&AskedQueries::with(&scene, queries), &world);
    output::to_stdout(|out| match args.format {
        OutputFormat::Json => report.write_queries_json(out),
        OutputFormat::Text => report.write_queries(&mut PlainWriter(out)),
    })
}

/// `X,Y` on the command line.
pub fn place(text: &str) -> Result<Vec2, String> {
    let at = point(text).ok_or_else(|| "two finite numbers X,Y are needed".to_owned())?;
    in_reach([at]).map(|[at]| at)
}

/// `X,Y:X,Y` on the command line.
pub fn two_places(text: &str) -> Result<[Vec2; 2], String> {
    match text.split_once(':').and_then(|(from, to)| Some([point(from)?, point(to)?])) {
        Some([from, to]) if from == to => {
            Err("the two points are the same; allowed: points apart".to_owned())
        }
        Some(ends) => in_reach(ends),
        None => Err("two points X,Y:X,Y of finite numbers are needed".to_owned()),
    }
}

/// Refuses places that no scene has.
fn in_reach<const N: usize>(points: [Vec2; N]) -> Result<[Vec2; N], String> {
    match points.iter().find(|point| !Limit::Coordinate.holds_vector(**point)) {
        None => Ok(points),
        Some(point) => {
            let (found, allowed) = (vec2(*point), Limit::Coordinate.allowed(""));
            Err(format!("found {found}; allowed: each {allowed}"))
        }
    }
}

fn point(text: &str) -> Option<Vec2> {
    let (x, y) = text.split_once(',')?;
    let number = |text: &str| text.trim().parse::<f32>().ok().filter(|number| number.is_finite());
    Some(Vec2::new(number(x)?, number(y)?))
}
