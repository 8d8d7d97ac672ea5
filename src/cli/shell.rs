//! `completions` and `man`: what a package installs beside the program.

use std::io::{self, Write as _};

use clap::CommandFactory as _;
use clap_complete::generate;
use clap_mangen::Man;

use super::{Cli, CompletionsArgs, ManArgs, output};
use crate::platform::plain;

const PROGRAM: &str = "collision-test";

pub fn completions(args: &CompletionsArgs) -> Result<(), String> {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), PROGRAM, &mut script);
    output::to_stdout(|out| out.write_all(&script))
}

pub fn man(args: &ManArgs) -> Result<(), String> {
    let mut program = Cli::command();
    // Gives commands the names of their pages.
    program.build();
    let command = match &args.command {
        None => &program,
        Some(name) => program.find_subcommand(name).ok_or_else(|| no_command(&program, name))?,
    };
    let page = page(command).map_err(|e| format!("man: {e}"))?;
    output::to_stdout(|out| out.write_all(&page))
}

fn page(command: &clap::Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}

fn no_command(program: &clap::Command, name: &str) -> String {
    let known: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
    format!("man: found {}; allowed: {}", plain::quoted(name), known.join(", "))
}
