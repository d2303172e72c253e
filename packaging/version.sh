#!/usr/bin/env bash
# Prints the version of Peach, as its source states it.
cd "$(dirname "$0")/.." && sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/PeachSessions/Setup/BuildInfo.swift
