# Untried: this expression has never been built. In a clone: nix-build distribution/package.nix
{
  pkgs ? import <nixpkgs> { },
}:

let
  settings = builtins.fromTOML (builtins.readFile ../pyproject.toml);
  version = builtins.head (builtins.match ".*__version__[^\"]*\"([^\"]+)\".*" (builtins.readFile ../clockspades/__init__.py));
in
pkgs.python3Packages.buildPythonApplication {
  pname = settings.project.name;
  inherit version;
  pyproject = true;
  src = ../.;

  build-system = with pkgs.python3Packages; [
    hatchling
    shtab
  ];

  dependencies = with pkgs.python3Packages; [
    cryptography
    platformdirs
    textual
    websockets
    zeroconf
  ];

  # nixpkgs may have other versions than those that the screens are measured on
  pythonRelaxDeps = true;

  # the tests need pseudo-terminals, other shells and OpenSpiel
  doCheck = false;
  pythonImportsCheck = [ "clockspades" ];

  meta = {
    description = settings.project.description;
    homepage = settings.tool.clockspades.repository;
    license = pkgs.lib.licenses.mit;
    mainProgram = "clockspades";
  };
}
